// Finds a claim by its id.
CREATE INDEX claim_id_key IF NOT EXISTS FOR (n:Claim) ON (n.idKey)
