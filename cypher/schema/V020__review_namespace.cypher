// Lists the open questions of a namespace.
CREATE INDEX review_namespace IF NOT EXISTS FOR (n:Review) ON (n.namespace)
