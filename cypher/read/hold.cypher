// Waits for the writers of these entities and keeps others off until the transaction ends. It changes nothing.
// @mode write
// @returns one
// @param keys list
// @column held integer
UNWIND $keys AS k0
WITH DISTINCT k0 AS k ORDER BY k
CALL (k) {
  MATCH (e:Entity {key: k}) SET e.lock = true
  RETURN e
}
RETURN count(e) AS held
