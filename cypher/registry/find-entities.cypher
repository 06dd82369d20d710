// Who is meant: by id, and by exact alias.
// @mode read
// @returns many
// @param rows list
// @column mention string
// @column byId map?
// @column byAlias list
UNWIND $rows AS row
CALL (row) { MATCH (e:Entity {key: row.idKey}) RETURN head(collect({id: e.id, type: e.type, name: e.name})) AS byId }
CALL (row) {
  MATCH (a:Alias {key: row.aliasKey})-[:REFERS_TO]->(e:Entity)
  RETURN collect({id: e.id, type: e.type, name: e.name}) AS byAlias
}
RETURN row.mention AS mention, byId, byAlias
