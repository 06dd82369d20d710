// Finds the ends that were derived for a claim, also those that were withdrawn.
CREATE INDEX claim_of IF NOT EXISTS FOR (n:Claim) ON (n.of)
