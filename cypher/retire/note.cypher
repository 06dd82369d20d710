// Keeps with an operation that takes several transactions how far it is, and the claims that this one added or withdrew. What
// came and went by the same operation it has not changed.
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
  MATCH (c:Claim {key: row.key})<-[:CHANGED]-(o:Operation) WHERE o.key = k
  RETURN count(o) AS known
}
CALL (k, row, known) {
  WITH k, row, known WHERE known = 0
  MATCH (o:Operation {key: k}) MATCH (c:Claim {key: row.key})
  CREATE (o)-[:CHANGED {how: row.how, was: row.was}]->(c)
}
CALL (k, row, known) {
  WITH k, row, known WHERE known > 0
  MATCH (c:Claim {key: row.key})<-[t:CHANGED]-(o:Operation) WHERE o.key = k
  DELETE t
}
