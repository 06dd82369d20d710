// I5: SUPERSEDES leads from a later start to an earlier one, so never round in a circle, stays within one slot and names its reason.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (f:Fact) WHERE f.key STARTS WITH $prefix
CALL (f) { MATCH (f)-[x:SUPERSEDES]->(g:Fact) RETURN x.by AS by, x.at AS at, g }
CALL (f) { MATCH (f)<-[:VERSION]-(s:Slot) RETURN collect(s.key) AS newer }
CALL (g) { MATCH (g)<-[:VERSION]-(s:Slot) RETURN collect(s.key) AS older }
WITH f, CASE
  WHEN coalesce(by, '') = '' THEN 'supersedes another fact, but nothing says by which claim or operation'
  WHEN at IS NULL THEN 'supersedes another fact, but nothing says since when'
  WHEN f.validFrom <= g.validFrom THEN 'supersedes a fact that began no earlier'
  WHEN newer <> older THEN 'supersedes a fact of another slot'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(f.key, '|')[0] AS namespace, coalesce(f.id, f.key) AS subject, problem
LIMIT $limit
