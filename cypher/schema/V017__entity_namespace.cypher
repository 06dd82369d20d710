// Lists the entities of a namespace.
CREATE INDEX entity_namespace IF NOT EXISTS FOR (n:Entity) ON (n.namespace)
