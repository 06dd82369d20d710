// I8: a question is there once by its id; what was accepted, or settled itself, has the claim that came of it.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (r:Review) WHERE r.key STARTS WITH $prefix
CALL (r) { MATCH (r)-[:ABOUT]->(c:Claim) RETURN count(c) AS claims }
WITH r, CASE
  WHEN r.key <> r.namespace + '|' + r.id THEN 'its key is not its id, so it could be there twice'
  WHEN r.kind IS NULL OR r.at IS NULL OR r.seq IS NULL OR r.data IS NULL THEN 'lacks fields that every review has'
  WHEN NOT coalesce(r.state, '') IN ['open', 'deferred', 'accepted', 'rejected', 'moot'] THEN 'stands in no known state'
  WHEN (r.state IN ['accepted', 'rejected', 'moot']) <> (r.decidedAt IS NOT NULL) THEN 'its state and the time of its decision do not go together'
  WHEN r.state IN ['accepted', 'moot'] AND r.kind IN ['ambiguous-entity', 'near-entity', 'unresolved-entity', 'ambiguous-value'] AND claims = 0
    THEN 'was accepted, but the claim that came of it is not there'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(r.key, '|')[0] AS namespace, coalesce(r.id, r.key) AS subject, problem
LIMIT $limit
