// Locks reviews in one fixed order and says how they stand, so that of two decisions one sees the other. What the clock has settled since
// is moot, and what was deferred until now is open again.
// @mode write
// @returns many
// @param keys list
// @example {"keys": ["x|r_1"]}
// @column key string
// @column state string
// @column decidedAt integer?
// @column by string?
// @column reason string?
// @column settledBy string?
// @column operationId string?
// @column wakesAt integer?
// @column data string
// @column before string?
// @column after string?
UNWIND $keys AS k0
WITH DISTINCT k0 AS k ORDER BY k
CALL (k) {
  MATCH (r:Review {key: k}) SET r.lock = true
  WITH r, $now AS t
  RETURN r, CASE
    WHEN r.state IN ['open', 'deferred'] AND r.endsAt <= t THEN 'moot'
    WHEN r.state = 'deferred' AND r.wakesAt <= t THEN 'open'
    ELSE r.state END AS state
}
RETURN k AS key, state, r.decidedAt AS decidedAt, r.by AS by, r.reason AS reason, r.settledBy AS settledBy, r.operationId AS operationId,
  r.wakesAt AS wakesAt, r.data AS data, r.before AS before, r.after AS after
