// Whether a namespace has facts recorded in a stretch of time.
// @mode read
// @returns one
// @param namespace string
// @param from integer
// @param until integer
// @column some boolean
MATCH (f:Fact {namespace: $namespace})
WHERE f.recordedAt >= $from AND f.recordedAt < $until
WITH f LIMIT 1
RETURN count(f) > 0 AS some
