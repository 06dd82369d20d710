// Ties an import to the claims that it told, once each. What was told before it began is not its.
// @mode write
// @returns none
// @param key string
// @param keys list
// @example {"key": "x|o_1", "keys": ["x|c_1"]}
WITH $key AS op
CALL (op) { MATCH (b:Operation {key: op}) RETURN max(b.at) AS begun }
UNWIND $keys AS k
CALL (op, begun, k) {
  MATCH (c:Claim {key: k}) WHERE c.recordedAt >= begun
  MATCH (o:Operation {key: op})
  MERGE (o)-[t:CHANGED]->(c) ON CREATE SET t.how = 'added'
}
