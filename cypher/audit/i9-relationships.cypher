// I9: no relationship leads from one namespace into another.
// @mode read
// @returns many
// @scan an audit reads everything
// @param namespace string?
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (a)-[r]->(b)
WHERE a.namespace <> b.namespace AND ($namespace IS NULL OR a.namespace = $namespace OR b.namespace = $namespace)
WITH type(r) AS kind, CASE WHEN b.namespace = $namespace THEN b ELSE a END AS n
RETURN n.namespace AS namespace, coalesce(n.id, n.group, CASE labels(n)[0] WHEN 'Alias' THEN 'an alias' ELSE n.key END) AS subject,
  kind + ' joins it to another namespace' AS problem
LIMIT $limit
