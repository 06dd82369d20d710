// Sets a predicate's settings, unless somebody else changed them since they were read.
// @mode write
// @returns many
// @param key string
// @param expectedVersion integer
// @param properties map
// @column version integer
WITH $key AS k
MATCH (p:Predicate {key: k})
SET p.lock = true
WITH p WHERE p.version = $expectedVersion
SET p += $properties
RETURN p.version AS version
