// Finds every slot of a subject and predicate in one seek, for single and multi alike.
CREATE INDEX slot_group IF NOT EXISTS FOR (n:Slot) ON (n.group)
