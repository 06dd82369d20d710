// I3: every claim lies in one slot, and its subject leads there.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (c:Claim) WHERE c.key STARTS WITH $prefix
CALL (c) { MATCH (c)<-[:CLAIM]-(s:Slot) RETURN collect(s) AS slots }
CALL (c, slots) { UNWIND slots AS s MATCH (s)<-[:HAS]-(e:Entity) WHERE e.id = c.subject RETURN count(e) AS ways }
WITH c, CASE
  WHEN size(slots) = 0 THEN 'lies in no slot'
  WHEN size(slots) > 1 THEN 'lies in several slots'
  WHEN ways = 0 AND c.withdrawnAt IS NULL THEN 'its subject does not lead to its slot'
  WHEN ways > 1 THEN 'its subject leads to its slot twice'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(c.key, '|')[0] AS namespace, coalesce(c.id, c.key) AS subject, problem
LIMIT $limit
