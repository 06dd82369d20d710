// Lets go the other keys of a name that was taken from an entity, sets the legal form of those that it still needs for its other names,
// and keeps that the name doesn't mean it any more. What nobody has is called nothing. Run under the lock of the entity.
// @mode write
// @returns none
// @param key string
// @param aliasKey string
// @param apart string
// @param freed list
// @param kept list
CALL () {
  UNWIND $freed AS f
  MATCH (n:NameKey {key: f})-[l:LEADS_TO]->(e:Entity) WHERE e.key = $key
  DELETE l
}
CALL () {
  UNWIND $kept AS row
  MATCH (m:NameKey {key: row.key})-[s:LEADS_TO]->(o:Entity) WHERE o.key = $key
  SET s.form = row.form
}
CALL () {
  WITH $key AS k
  MATCH (x:Entity {key: k})
  MERGE (z:NameKey {key: $apart}) ON CREATE SET z.namespace = x.namespace
  MERGE (z)-[:LEADS_TO]->(x)
}
CALL () {
  WITH $aliasKey AS k
  MATCH (a:Alias {key: k}) WHERE NOT EXISTS { (a)-[:REFERS_TO]->(:Entity) }
  SET a.text = null
}
