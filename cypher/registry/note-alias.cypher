// Says what a name is to its entity, which it means again. Run under the lock of the entities.
// @mode write
// @returns none
// @param key string
// @param aliasKey string
// @param apart string
// @param owners list
// @param properties map
CALL () {
  WITH $aliasKey AS k
  MATCH (a:Alias {key: k})-[r:REFERS_TO]->(e:Entity) WHERE e.key = $key
  SET r += $properties
}
CALL () {
  WITH $apart AS k
  MATCH (n:NameKey {key: k})-[l:LEADS_TO]->(o:Entity) WHERE o.key IN $owners
  DELETE l
}
