// I8: one session, turn and statement with one start is one claim, however often it was sent. A fallback is another statement, even of the same value.
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
  MATCH (s)-[:CLAIM]->(c:Claim) WHERE c.turn IS NOT NULL AND c.of IS NULL
  WITH c.source AS session, c.turn AS turn, c.subject AS subject, c.kind AS kind, c.valueKey AS content, c.qualifiers AS qualifiers,
    c.start AS start, c.said AS said, coalesce(c.to, -1) AS to, c.precision AS precision, min(c.id) AS id, count(c) AS times
  WHERE times > 1
  RETURN id
}
RETURN s.namespace AS namespace, id AS subject, 'its session, turn and statement made another claim as well' AS problem
LIMIT $limit
