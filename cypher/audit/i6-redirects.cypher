// I6: a merged entity has one redirect, and over redirects it reaches the live one that it names.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (e:Entity) WHERE e.key STARTS WITH $prefix
CALL (e) { MATCH (e)-[:MERGED_INTO]->(p:Entity) RETURN collect(coalesce(p.root, p.key)) AS parents }
CALL (e) { WITH e.root AS k MATCH (r:Entity {key: k}) RETURN head(collect(r.state)) AS rootState }
CALL (e) { MATCH (e)-[:MERGED_INTO*1..100]->(x:Entity) RETURN collect(x.key) AS way }
WITH e, CASE
  WHEN size(parents) > 1 THEN 'has several redirects'
  WHEN size(parents) = 0 AND (e.root IS NOT NULL OR e.state = 'merged') THEN 'is merged, but into nobody'
  WHEN size(parents) = 1 AND e.state <> 'merged' THEN 'has a redirect, but is not merged'
  WHEN size(parents) = 1 AND e.root IS NULL THEN 'has a redirect, but names nobody it stands for'
  WHEN size(parents) = 1 AND rootState IS NULL THEN 'stands for an entity that is not there'
  WHEN size(parents) = 1 AND rootState = 'merged' THEN 'stands for an entity that is itself merged'
  // one that is further away than that shows at those nearer to it
  WHEN size(parents) = 1 AND size(way) < 100 AND NOT e.root IN way THEN 'does not reach the entity that it stands for'
  WHEN size(parents) = 1 AND parents[0] <> e.root THEN 'stands for another entity than the one it was merged into'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(e.key, '|')[0] AS namespace, e.id AS subject, problem
LIMIT $limit
