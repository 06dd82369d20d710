// I1: no slot holds two facts at any instant, as known at any time. Of two versions the later recorded one decides: from then on both
// were known, and what was known of their ends can only have made them shorter. Withdrawn versions count for as long as they were believed.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (s:Slot) WHERE s.key STARTS WITH $prefix
CALL (s) {
  MATCH (s)-[:VERSION]->(f:Fact)
  WITH f ORDER BY f.recordedAt
  RETURN collect(coalesce(f.id, f.key)) AS ids, collect(coalesce(f.validFrom, 0)) AS starts, collect(coalesce(f.recordedAt, 0)) AS told,
    collect(coalesce(f.withdrawnAt, 9007199254740991)) AS gone, collect(coalesce(f.validTo, 9007199254740991)) AS ends,
    collect(CASE WHEN f.validTo IS NULL THEN 9007199254740991 ELSE coalesce(f.endedAt, 0) END) AS endTold,
    collect(CASE WHEN f.endedAt <= f.recordedAt THEN coalesce(f.validTo, 9007199254740991) ELSE 9007199254740991 END) AS firstEnds
}
WITH s, ids, [i IN range(1, size(ids) - 1) WHERE any(j IN range(0, i - 1) WHERE
    starts[j] < firstEnds[i] AND starts[i] < CASE WHEN endTold[j] <= told[i] THEN ends[j] ELSE 9007199254740991 END
    AND gone[j] > told[i] AND gone[i] > told[i]) | ids[i]] AS clashing
UNWIND clashing AS id
RETURN s.namespace AS namespace, id AS subject, 'holds at the same time as another fact of its slot' AS problem
LIMIT $limit
