// Keeps with an operation that takes several transactions how far it is, and the claims that this one added or withdrew.
// @mode write
// @returns none
// @param key string
// @param properties map
// @param claims list
// @example {"claims": [{"key": "x|c_1", "how": "added", "was": null}]}
WITH $key AS k
MATCH (o:Operation {key: k})
SET o += $properties
WITH k
UNWIND $claims AS row
CALL (k, row) {
  MATCH (o:Operation {key: k}) MATCH (c:Claim {key: row.key})
  CREATE (o)-[:CHANGED {how: row.how, was: row.was}]->(c)
}
