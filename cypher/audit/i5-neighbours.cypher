// I5: what a believed fact says of its neighbours is what the SUPERSEDES links between believed facts say.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (f:Fact) WHERE f.withdrawnAt IS NULL AND f.key STARTS WITH $prefix
CALL (f) { MATCH (f)-[:SUPERSEDES]->(g:Fact) WHERE g.withdrawnAt IS NULL RETURN collect(g.id) AS older }
CALL (f) { MATCH (f)<-[:SUPERSEDES]-(g:Fact) WHERE g.withdrawnAt IS NULL RETURN collect(g.id) AS newer }
WITH f, CASE
  WHEN older <> CASE WHEN f.supersedes IS NULL THEN [] ELSE [f.supersedes] END THEN 'what it says it supersedes is not what it is linked to'
  WHEN newer <> CASE WHEN f.supersededBy IS NULL THEN [] ELSE [f.supersededBy] END THEN 'what it says it is superseded by is not what is linked to it'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(f.key, '|')[0] AS namespace, coalesce(f.id, f.key) AS subject, problem
LIMIT $limit
