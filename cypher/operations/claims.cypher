// What became of which claims by an operation. Those recorded before it was said how were added or withdrawn.
// @mode read
// @returns many
// @param key string
// @column claimKey string
// @column id string
// @column how string
// @column was string?
WITH $key AS k
MATCH (o:Operation {key: k})-[t:CHANGED]->(c:Claim)
RETURN c.key AS claimKey, c.id AS id, coalesce(t.how, CASE WHEN c.withdrawnBy = o.id THEN 'withdrawn' ELSE 'added' END) AS how, t.was AS was
