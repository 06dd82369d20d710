// Keeps who did what and to which claims, with its reply.
// @mode write
// @returns none
// @param key string
// @param properties map
// @param claimKeys list
CREATE (o:Operation {key: $key}) SET o += $properties
WITH $key AS key
UNWIND $claimKeys AS k
CALL (key, k) {
  MATCH (o:Operation {key: key}) MATCH (c:Claim {key: k})
  CREATE (o)-[:CHANGED]->(c)
}
