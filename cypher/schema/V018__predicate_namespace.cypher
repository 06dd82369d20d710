// Lists the registry of a namespace.
CREATE INDEX predicate_namespace IF NOT EXISTS FOR (n:Predicate) ON (n.namespace)
