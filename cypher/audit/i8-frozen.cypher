// I8: an entity is frozen only by an operation that goes on, and no longer.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (e:Entity) WHERE e.key STARTS WITH $prefix AND e.state = 'frozen'
WITH e, split(e.key, '|')[0] AS namespace
CALL (e, namespace) {
  WITH e, namespace + '|' + e.frozenBy AS k
  MATCH (o:Operation {key: k}) WHERE o.state = 'running'
  RETURN count(o) AS running
}
RETURN namespace, e.id AS subject, CASE running
  WHEN 1 THEN 'is being retired by ' + e.frozenBy + ', which has not come to its end; retire it again with that operationId'
  ELSE 'is frozen, but no operation is under way' END AS problem
LIMIT $limit
