// Writes down how reviews stand now, and what they are about beside what they were: claims, and facts where there are any.
// @mode write
// @returns none
// @param rows list
// @example {"rows": [{"key": "x|r_1", "properties": {"state": "accepted"}, "claimKeys": ["x|c_1"], "factKeys": ["x|f_1"]}]}
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
CALL (row) {
  MATCH (r:Review {key: row.key})
  UNWIND coalesce(row.factKeys, []) AS k
  CALL (r, k) {
    MATCH (f:Fact {idKey: k})
    MERGE (r)-[:ABOUT]->(f)
  }
}
