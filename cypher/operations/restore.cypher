// Withdrawn claims are believed again; when they were withdrawn stays with them, as pairs of from and to. Run under the lock.
// @mode write
// @returns none
// @param keys list
// @param at integer
UNWIND $keys AS k
CALL (k) {
  MATCH (c:Claim {key: k}) WHERE c.withdrawnAt IS NOT NULL
  SET c.wasWithdrawn = coalesce(c.wasWithdrawn, []) + [c.withdrawnAt, $at], c.withdrawnAt = null, c.withdrawnBy = null
}
