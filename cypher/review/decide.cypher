// Writes down how a review was decided, and the claims that it made.
// @mode write
// @returns none
// @param key string
// @param properties map
// @param claimKeys list
WITH $key AS k
MATCH (r:Review {key: k})
SET r += $properties
WITH r
UNWIND $claimKeys AS c
MATCH (x:Claim {key: c})
MERGE (r)-[:ABOUT]->(x)
