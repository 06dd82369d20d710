// Takes names from the entities of a cluster, with the other keys that none of their remaining names needs.
// @mode write
// @returns none
// @param owners list
// @param aliases list
// @param nameKeys list
UNWIND $owners AS o
CALL (o) {
  UNWIND $aliases AS k
  MATCH (a:Alias {key: k})-[r:REFERS_TO]->(e:Entity) WHERE e.key = o
  DELETE r
}
CALL (o) {
  UNWIND $nameKeys AS k
  MATCH (n:NameKey {key: k})-[l:LEADS_TO]->(e:Entity) WHERE e.key = o
  DELETE l
}
