// Says what names are to their entities, how they came and since when, and which entities they mean again (`meant`) or don't any more
// (`away`). Run under the lock of the names.
// @mode write
// @returns none
// @param refs list
// @param meant list
// @param away list
// @example {"refs": [{"key": "x|ada", "of": "x|user:ada", "kind": null, "source": "put", "since": null}], "meant": [{"apart": "x|apart|ada", "of": "x|user:ada"}], "away": [{"apart": "x|apart|ada", "of": "x|user:ada"}]}
CALL () {
  UNWIND $refs AS row
  MATCH (a:Alias {key: row.key})-[r:REFERS_TO]->(e:Entity) WHERE e.key = row.of
  SET r.kind = row.kind, r.source = row.source, r.since = row.since
}
CALL () {
  UNWIND $meant AS m
  MATCH (n:NameKey {key: m.apart})-[l:LEADS_TO]->(o:Entity) WHERE o.key = m.of
  DELETE l
}
CALL () {
  UNWIND $away AS w
  MATCH (x:Entity {key: w.of})
  MERGE (z:NameKey {key: w.apart}) ON CREATE SET z.namespace = x.namespace
  MERGE (z)-[:LEADS_TO]->(x)
}
