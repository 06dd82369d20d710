// Ties an import to the claims that it told, once each. What was told before it began is not its.
// @mode write
// @returns none
// @param key string
// @param keys list
// @example {"key": "x|o_1", "keys": ["x|c_1"]}
UNWIND $keys AS k
CALL (k) {
  MATCH (o:Operation {key: $key}) MATCH (c:Claim {key: k}) WHERE c.recordedAt >= o.at
  MERGE (o)-[t:CHANGED]->(c) ON CREATE SET t.how = 'added'
}
