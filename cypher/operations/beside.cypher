// What an operation made clear: the operations by which that was settled.
// @mode read
// @returns many
// @param key string
// @column key string
// @column id string
// @column since integer
// @column undoneBy string?
// @column last string?
WITH $key AS k
MATCH (o:Operation {key: k})
UNWIND coalesce(o.settled, []) AS s
WITH o.namespace + '|' + s AS sk
MATCH (b:Operation {key: sk})
RETURN b.key AS key, b.id AS id, coalesce(b.since, b.at) AS since, b.undoneBy AS undoneBy, b.last AS last
