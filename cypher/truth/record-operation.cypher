// Keeps who did what and what became of which claims, with its reply.
// @mode write
// @returns none
// @param key string
// @param properties map
// @param claims list
// @example {"claims": [{"key": "x|c_1", "how": "added", "was": null}]}
CREATE (o:Operation {key: $key}) SET o += $properties
WITH $key AS key
UNWIND $claims AS row
CALL (key, row) {
  MATCH (o:Operation {key: key}) MATCH (c:Claim {key: row.key})
  CREATE (o)-[:CHANGED {how: row.how, was: row.was}]->(c)
}
