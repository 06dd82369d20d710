// Opens reviews, each once by its key, with what they are about: entities, facts (every version of the id) and claims that are there. One
// that is there already stays as it is. Without a time of its own it begins now.
// @mode write
// @returns many
// @param rows list
// @example {"rows": [{"key": "x|r_1", "at": null, "properties": {"id": "r_1", "namespace": "x", "kind": "ambiguous-entity", "state": "open", "data": "{}"}, "entities": ["x|user:ada"], "facts": ["x|f_1"], "claims": ["x|c_1"]}]}
// @column key string
// @column id string
// @column state string
// @column at integer
// @column data string
// @column made boolean
UNWIND $rows AS row
CALL (row) { MATCH (x:Review {key: row.key}) RETURN count(x) AS known }
MERGE (r:Review {key: row.key}) ON CREATE SET r += row.properties, r.at = coalesce(row.at, $now)
WITH row, r, known
CALL (row, r, known) {
  WITH row, r WHERE known = 0
  UNWIND row.entities AS k
  MATCH (e:Entity {key: k})
  MERGE (r)-[:ABOUT]->(e)
}
CALL (row, r, known) {
  WITH row, r WHERE known = 0
  UNWIND row.facts AS k
  MATCH (f:Fact {idKey: k})
  MERGE (r)-[:ABOUT]->(f)
}
CALL (row, r, known) {
  WITH row, r WHERE known = 0
  UNWIND row.claims AS k
  MATCH (c:Claim {key: k})
  MERGE (r)-[:ABOUT]->(c)
}
RETURN row.key AS key, r.id AS id, r.state AS state, r.at AS at, r.data AS data, known = 0 AS made
