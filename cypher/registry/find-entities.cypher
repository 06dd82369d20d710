// Who is meant: by id, by exact alias, and by the other keys of the name; by those of names like it only where nobody has it.
// @mode read
// @returns many
// @param rows list
// @column mention string
// @column byId map?
// @column byAlias list
// @column byKey list
UNWIND $rows AS row
CALL (row) { MATCH (e:Entity {key: row.idKey}) RETURN head(collect({id: e.id, type: e.type, name: e.name, root: e.root})) AS byId }
CALL (row) {
  MATCH (a:Alias {key: row.aliasKey})-[:REFERS_TO]->(e:Entity)
  RETURN collect({id: e.id, type: e.type, name: e.name, root: e.root, alias: a.text}) AS byAlias
}
CALL (row, byAlias) {
  UNWIND row.keys + CASE WHEN size(byAlias) = 0 THEN row.near ELSE [] END AS n
  MATCH (x:NameKey {key: n})-[lead:LEADS_TO]->(e:Entity)
  RETURN collect({key: n, form: lead.form, id: e.id, type: e.type, name: e.name, root: e.root, names: [(e)<-[:REFERS_TO]-(b:Alias) | b.text]}) AS byKey
}
RETURN row.mention AS mention, byId, byAlias, byKey
