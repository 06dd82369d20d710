// I9: no relationship leads from one namespace into another.
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
MATCH (n)-[r]-(o) WHERE n.namespace <> o.namespace
RETURN n.namespace AS namespace, coalesce(n.id, n.group, CASE labels(n)[0] WHEN 'Alias' THEN 'an alias' ELSE n.key END) AS subject,
  type(r) + ' joins it to another namespace' AS problem
LIMIT $limit
