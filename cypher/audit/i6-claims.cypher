// I6: what is believed speaks of live entities, not of those that were merged into others.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (e:Entity) WHERE e.key STARTS WITH $prefix AND e.state = 'merged'
CALL (e) {
  MATCH (e)-[:HAS]->(:Slot)-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL AND c.subject = e.id
  RETURN c.id AS claim, 'is about an entity that was merged into another' AS problem
  UNION ALL
  WITH e.key AS k
  MATCH (c:Claim {valueEntity: k}) WHERE c.withdrawnAt IS NULL
  RETURN c.id AS claim, 'names an entity that was merged into another' AS problem
}
RETURN split(e.key, '|')[0] AS namespace, coalesce(claim, e.id) AS subject, problem
LIMIT $limit
