// Finds every version of a fact by its id.
CREATE INDEX fact_id_key IF NOT EXISTS FOR (n:Fact) ON (n.idKey)
