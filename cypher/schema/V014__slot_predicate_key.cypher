// Finds every slot of a predicate when its settings change.
CREATE INDEX slot_predicate_key IF NOT EXISTS FOR (n:Slot) ON (n.predicateKey)
