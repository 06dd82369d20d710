// An import begins, or goes on: one operation for all of its batches. Says whether it was taken back.
// @mode write
// @returns one
// @param key string
// @param properties map
// @column kind string
// @column undoneBy string?
WITH $key AS k
MERGE (o:Operation {key: k}) ON CREATE SET o += $properties, o.at = $now
SET o.lock = true
RETURN o.kind AS kind, o.undoneBy AS undoneBy
