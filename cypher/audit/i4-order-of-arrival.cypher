// I4: (recordedAt, seq) orders the claims of a subject: no two share both, and none is later than the subject knows.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (e:Entity) WHERE e.key STARTS WITH $prefix
CALL (e) {
  MATCH (e)-[:HAS]->(:Slot)-[:CLAIM]->(c:Claim) WHERE c.subject = e.id
  // those of an entity that was merged have their own order
  WITH c.recordedAt AS told, c.seq AS seq, coalesce(c.saidSubject, c.subject) AS said, count(DISTINCT c.key) AS claims
  RETURN sum(CASE WHEN claims > 1 THEN 1 ELSE 0 END) AS shared, max(told) AS latest, sum(CASE WHEN told IS NULL OR seq IS NULL THEN 1 ELSE 0 END) AS unplaced
}
WITH e, CASE
  WHEN unplaced > 0 THEN 'has claims without a place in the order of arrival'
  WHEN shared > 0 THEN 'has claims that share one place in the order of arrival'
  WHEN latest > e.lastRecorded THEN 'has claims recorded after its last recorded time'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(e.key, '|')[0] AS namespace, e.id AS subject, problem
LIMIT $limit
