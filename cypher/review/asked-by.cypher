// Of some reviews those that wait are what an operation has asked; `before`: what is left of one without it.
// @mode write
// @returns none
// @param key string
// @param rows list
// @example {"key": "x|o_1", "rows": [{"key": "x|r_1", "before": "{}"}]}
UNWIND $rows AS row
WITH row, $key AS k
CALL (row) { MATCH (x:Review {key: row.key}) SET x.lock = true RETURN count(x) AS locked }
CALL (row, k) {
  MATCH (r:Review {key: row.key}) MATCH (o:Operation {key: k})
  WITH r, o, row WHERE r.state = 'open' AND r.before IS NULL
  MERGE (o)-[t:CHANGED]->(r) ON CREATE SET t.how = 'decided', t.was = '{"state":"moot"}'
  SET r.before = row.before
}
