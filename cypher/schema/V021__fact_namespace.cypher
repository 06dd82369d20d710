// Lists the facts of a namespace.
CREATE INDEX fact_namespace IF NOT EXISTS FOR (n:Fact) ON (n.namespace)
