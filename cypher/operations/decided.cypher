// The reviews that an operation decided, with how each stood before, as JSON.
// @mode read
// @returns many
// @param key string
// @column reviewKey string
// @column was string
// @column state string
// @column data string
// @column decidedAt integer?
// @column by string?
// @column reason string?
WITH $key AS k
MATCH (o:Operation {key: k})-[t:CHANGED]->(r:Review)
RETURN r.key AS reviewKey, coalesce(t.was, '{"state": "open"}') AS was, r.state AS state, r.data AS data, r.decidedAt AS decidedAt, r.by AS by, r.reason AS reason
