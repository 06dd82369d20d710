// Locks reviews in one fixed order and says how they stand, so that of two decisions one sees the other.
// @mode write
// @returns many
// @param keys list
// @example {"keys": ["x|r_1"]}
// @column key string
// @column state string
UNWIND $keys AS k0
WITH DISTINCT k0 AS k ORDER BY k
CALL (k) {
  MATCH (r:Review {key: k}) SET r.lock = true
  RETURN r.state AS state
}
RETURN k AS key, state
