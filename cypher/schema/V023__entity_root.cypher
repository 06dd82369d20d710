// Finds the entities that were merged into one.
CREATE INDEX entity_root IF NOT EXISTS FOR (n:Entity) ON (n.root)
