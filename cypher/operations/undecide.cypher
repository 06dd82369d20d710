// Puts reviews back to how they stood; what came of each is something that it is about as long as it is decided.
// @mode write
// @returns none
// @param rows list
// @example {"rows": [{"key": "x|r_1", "properties": {"state": "open"}, "away": ["x|c_1"], "back": ["x|c_1"]}]}
UNWIND $rows AS row
CALL (row) {
  MATCH (r:Review {key: row.key})
  SET r += row.properties
}
CALL (row) {
  UNWIND row.away AS c
  MATCH (r:Review {key: row.key})-[t:ABOUT]->(x:Claim) WHERE x.key = c
  DELETE t
}
CALL (row) {
  UNWIND row.back AS c
  MATCH (r:Review {key: row.key}) MATCH (x:Claim {key: c})
  MERGE (r)-[:ABOUT]->(x)
}
