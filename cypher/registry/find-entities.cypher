// Who is meant: by id, by exact alias, and by the other keys of the name; by those of names like it only where nobody has it.
// With the version of the namespace's settings, which may make phrases of names.
// @mode read
// @returns many
// @param namespace string
// @param rows list
// @column mention string
// @column byId map?
// @column byAlias list
// @column byKey list
// @column settings integer?
WITH $namespace AS ns
CALL (ns) { MATCH (s:Namespace {key: ns}) RETURN head(collect(s.settingsVersion)) AS settings }
UNWIND $rows AS row
CALL (row) {
  MATCH (a:Alias {key: row.aliasKey})-[:REFERS_TO]->(e:Entity)
  RETURN collect({id: e.id, type: e.type, name: e.name, root: e.root, alias: a.text}) AS byAlias
}
// an id that only a split gave, and that was a name before and is again
CALL (row, byAlias) {
  MATCH (e:Entity {key: row.idKey}) WHERE e.unmade IS NULL OR size(byAlias) = 0
  RETURN head(collect({id: e.id, type: e.type, name: e.name, root: e.root})) AS byId
}
CALL (row, byAlias) {
  UNWIND row.keys + CASE WHEN size(byAlias) = 0 THEN row.near ELSE [] END AS n
  MATCH (x:NameKey {key: n})-[lead:LEADS_TO]->(e:Entity)
  RETURN collect({key: n, form: lead.form, id: e.id, type: e.type, name: e.name, root: e.root, names: CASE WHEN size(byAlias) = 0 THEN [(e)<-[:REFERS_TO]-(b:Alias) | b.text] ELSE [e.name] END}) AS byKey
}
RETURN row.mention AS mention, byId, byAlias, byKey, settings
