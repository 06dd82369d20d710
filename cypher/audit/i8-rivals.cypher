// The questions about rival claims that wait for somebody, with their claims and the slots that those lie in, to be held against the fold.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column id string
// @column data string
// @column claims list
// @column slots list
WITH $prefix AS p, $now AS t
MATCH (r:Review) WHERE r.key STARTS WITH p AND r.kind IN ['contested-value', 'equal-starts', 'late-change']
  AND r.state IN ['open', 'deferred'] AND coalesce(r.endsAt, 9007199254740991) > t
CALL (r) {
  MATCH (r)-[:ABOUT]->(c:Claim)
  MATCH (c)<-[:CLAIM]-(s:Slot)
  RETURN collect(c.id) AS claims, collect(DISTINCT s.key) AS slots
}
RETURN split(r.key, '|')[0] AS namespace, coalesce(r.id, r.key) AS id, coalesce(r.data, '{}') AS data, claims, slots
ORDER BY r.at, r.id
LIMIT $limit
