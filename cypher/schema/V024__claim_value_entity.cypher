// Finds the claims that name an entity as their value.
CREATE INDEX claim_value_entity IF NOT EXISTS FOR (n:Claim) ON (n.valueEntity)
