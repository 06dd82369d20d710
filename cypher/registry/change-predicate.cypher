// Sets a predicate's settings, unless somebody else changed them since they were read, or one of its names is another predicate's:
// `taken` says which and whose. The namespace is locked first, as where predicates come in.
// @mode write
// @returns many
// @param key string
// @param expectedVersion integer
// @param properties map
// @column version integer
// @column taken map?
WITH $key AS k, $properties.namespace AS ns, $properties.names AS names
CALL (ns) {
  MERGE (n:Namespace {key: ns})
  SET n.lock = true
}
CALL (k) {
  MATCH (p:Predicate {key: k})
  SET p.lock = true
  RETURN p
}
WITH p, ns, names WHERE p.version = $expectedVersion
CALL (p, ns, names) {
  MATCH (o:Predicate {definedIn: ns}) WHERE o.key <> p.key AND any(x IN o.names WHERE x IN names)
  RETURN head(collect({owner: o.name, name: head([x IN o.names WHERE x IN names])})) AS taken
}
FOREACH (q IN CASE WHEN taken IS NULL THEN [p] ELSE [] END | SET q += $properties)
RETURN p.version AS version, taken
