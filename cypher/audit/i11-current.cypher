// I11: CURRENT leads to the believed facts of the slot that weren't over when its timeline last changed. That write is no earlier than
// anything its versions tell, and no later than the last one that its entities know of.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (s:Slot) WHERE s.key STARTS WITH $prefix
CALL (s) { MATCH (s)-[:VERSION]->(f:Fact) RETURN max(coalesce(f.withdrawnAt, f.endedAt, f.recordedAt)) AS earliest, collect(f.key) AS own }
CALL (s) { MATCH (s)-[:CURRENT]->(f:Fact) RETURN collect(f.key) AS drawn }
CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN max(e.lastRecorded) AS latest }
CALL (s, earliest, latest, drawn) {
  MATCH (s)-[:VERSION]->(f:Fact)
  WITH f, size([k IN drawn WHERE k = f.key]) AS times
  WITH f, CASE
    WHEN times > 1 THEN 'is pointed at more than once'
    WHEN times = 1 AND f.withdrawnAt IS NOT NULL THEN 'is pointed at, but withdrawn'
    WHEN times = 1 AND f.validTo <= earliest THEN 'is pointed at, but was over at the last write'
    WHEN times = 0 AND f.withdrawnAt IS NULL AND coalesce(f.validTo > latest, f.validTo IS NULL) THEN 'is not over, but not pointed at'
    END AS problem
  WHERE problem IS NOT NULL
  RETURN collect([coalesce(f.id, f.key), problem]) AS wrong
}
WITH s, wrong + [k IN drawn WHERE NOT k IN own | [s.group, 'points at a fact of another slot']] AS wrong
UNWIND wrong AS w
RETURN s.namespace AS namespace, w[0] AS subject, w[1] AS problem
LIMIT $limit
