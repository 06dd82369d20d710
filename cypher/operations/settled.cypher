// Keeps with an operation what settles that which it made clear. Says whether it was taken back meanwhile.
// @mode write
// @returns many
// @param key string
// @param id string
// @column undoneBy string?
WITH $key AS k
MATCH (o:Operation {key: k})
SET o.settled = coalesce(o.settled, []) + [$id]
RETURN o.undoneBy AS undoneBy
