// What merges of an entity left open and nobody has decided.
// @mode read
// @returns many
// @param entityKey string
// @column key string
// @column data string
WITH $entityKey AS k
MATCH (e:Entity {key: k})
MATCH (e)<-[:ABOUT]-(r:Review)
WHERE r.kind = 'merge-clash' AND r.state IN ['open', 'deferred']
RETURN r.key AS key, r.data AS data
