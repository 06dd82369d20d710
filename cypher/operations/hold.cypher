// Locks an operation, so that of two that would take it back one sees the other.
// @mode write
// @returns none
// @param key string
WITH $key AS k
MATCH (o:Operation {key: k})
SET o.lock = true
