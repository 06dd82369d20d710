// Brings predicates into a namespace when they are first used; who comes second gets what the first one made. A predicate with a name,
// alias or inverse that is another's is not made: `taken` says which name and whose. The namespace is locked first, so that of two
// callers one sees the other's names.
// @mode write
// @returns many
// @param rows list
// @column key string
// @column taken map?
UNWIND $rows AS r0
WITH DISTINCT r0.properties.namespace AS k ORDER BY k
CALL (k) {
  MERGE (n:Namespace {key: k})
  SET n.lock = true
}
WITH count(k) AS locked
UNWIND $rows AS row
CALL (row) {
  WITH row, row.properties.namespace AS ns, row.properties.names AS names
  CALL (row, ns, names) {
    MATCH (o:Predicate {definedIn: ns}) WHERE o.key <> row.key AND any(x IN o.names WHERE x IN names)
    RETURN head(collect({owner: o.name, name: head([x IN o.names WHERE x IN names])})) AS taken
  }
  FOREACH (_ IN CASE WHEN taken IS NULL THEN [1] ELSE [] END |
    MERGE (p:Predicate {key: row.key}) ON CREATE SET p += row.properties)
  RETURN taken
}
RETURN row.key AS key, taken
