// Entities with whom they stand for now and all that were merged into it, each with the step that merged it.
// @mode read
// @returns many
// @param keys list
// @column key string
// @column root map
// @column members list
UNWIND $keys AS k
CALL (k) { MATCH (e:Entity {key: k}) RETURN coalesce(e.root, e.key) AS rootKey }
CALL (rootKey) {
  MATCH (r:Entity {key: rootKey})
  RETURN {key: r.key, id: r.id, type: r.type, name: r.name} AS root
}
CALL (rootKey) {
  MATCH (m:Entity {root: rootKey})
  MATCH (m)-[x:MERGED_INTO]->(p:Entity)
  RETURN collect({key: m.key, id: m.id, type: m.type, name: m.name, into: p.id, at: x.at, by: x.by}) AS members
}
RETURN k AS key, root, members
