// Keeps the answers of the rows of a request that wrote nothing; those that wrote are found by their claims.
// @mode write
// @returns none
// @param key string
// @param openedAt integer
// @param refused string
MATCH (i:Idempotency {key: $key}) WHERE i.openedAt = $openedAt
SET i.refused = $refused
