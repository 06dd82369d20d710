// The question about rival claims that each of some claims is part of; of several the last that was asked.
// @mode read
// @returns many
// @param keys list
// @column claimKey string
// @column id string
UNWIND $keys AS k
MATCH (c:Claim {key: k})
MATCH (c)<-[:ABOUT]-(r:Review)
WHERE r.kind IN ['contested-value', 'equal-starts', 'late-change']
WITH k, r ORDER BY r.at DESC, r.id
WITH k, collect(r.id) AS ids
RETURN k AS claimKey, head(ids) AS id
