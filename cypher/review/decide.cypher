// Writes down how reviews stand now, and what they are about beside what they were: claims, and facts where there are any; and what of that they are
// no longer about.
// @mode write
// @returns none
// @param rows list
// @example {"rows": [{"key": "x|r_1", "properties": {"state": "accepted"}, "claimKeys": ["x|c_1"], "factKeys": ["x|f_1"], "claimsGone": ["x|c_2"], "factsGone": ["x|f_2"]}]}
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
CALL (row) {
  UNWIND coalesce(row.claimsGone, []) AS c
  MATCH (:Review {key: row.key})-[a:ABOUT]->(:Claim {key: c})
  DELETE a
}
CALL (row) {
  UNWIND coalesce(row.factsGone, []) AS k
  MATCH (:Review {key: row.key})-[a:ABOUT]->(:Fact {idKey: k})
  DELETE a
}
