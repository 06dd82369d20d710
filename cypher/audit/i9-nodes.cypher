// I9: a node's keys begin with its namespace. An alias is told by the entity it leads to: its own key holds a name.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
CALL () {
  MATCH (x:Entity) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Alias) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Predicate) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Slot) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Fact) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Claim) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Episode) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Operation) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Review) WHERE x.key STARTS WITH $prefix RETURN x AS n
  UNION ALL
  MATCH (x:Idempotency) WHERE x.key STARTS WITH $prefix RETURN x AS n
}
WITH n, coalesce(n.namespace, '') + '|' AS scope
WHERE NOT (n.key STARTS WITH scope AND coalesce(n.idKey, scope) STARTS WITH scope AND coalesce(n.group, scope) STARTS WITH scope
  AND coalesce(n.predicateKey, scope) STARTS WITH scope AND coalesce(n.valueEntity, scope) STARTS WITH scope)
CALL (n) { MATCH (n)-[:REFERS_TO]->(e:Entity) RETURN head(collect(e.id)) AS owner }
RETURN coalesce(n.namespace, split(n.key, '|')[0]) AS namespace,
  coalesce(owner, n.id, n.group, CASE labels(n)[0] WHEN 'Alias' THEN 'an alias' ELSE n.key END) AS subject,
  'the namespace of this ' + toLower(labels(n)[0]) + ' and its keys disagree' AS problem
LIMIT $limit
