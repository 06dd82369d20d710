// Finds the facts of a namespace by when they were recorded, so that a page of them can be read without the rest.
CREATE INDEX fact_recorded IF NOT EXISTS FOR (n:Fact) ON (n.namespace, n.recordedAt)
