// Makes one entity a redirect to another, or to one that this other was merged with before, and all that were redirects to it as well.
// Run under the lock of both.
// @mode write
// @returns many
// @param fromKey string
// @param intoKey string
// @param rootKey string
// @param members list
// @param at integer
// @param by string
// @column id string
WITH $fromKey AS a, $intoKey AS b, $rootKey AS c
MATCH (f:Entity {key: a}) MATCH (i:Entity {key: b}) MATCH (r:Entity {key: c})
WHERE f.state = 'active' AND r.state = 'active'
CREATE (f)-[:MERGED_INTO {at: $at, by: $by}]->(i)
SET f.state = 'merged'
WITH f
CALL () {
  UNWIND $members AS m
  MATCH (e:Entity {key: m}) SET e.root = $rootKey
}
RETURN f.id AS id
