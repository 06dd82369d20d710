// Writes down how reviews were decided, and the claims that came of them.
// @mode write
// @returns none
// @param rows list
// @example {"rows": [{"key": "x|r_1", "properties": {"state": "accepted"}, "claimKeys": ["x|c_1"]}]}
UNWIND $rows AS row
CALL (row) {
  MATCH (r:Review {key: row.key})
  SET r += row.properties
}
CALL (row) {
  UNWIND row.claimKeys AS c
  MATCH (r:Review {key: row.key}) MATCH (x:Claim {key: c})
  MERGE (r)-[:ABOUT]->(x)
}
