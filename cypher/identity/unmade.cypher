// An entity that a split made which was taken back, if this is one.
// @mode read
// @returns many
// @param key string
// @column id string
WITH $key AS k
MATCH (e:Entity {key: k}) WHERE e.unmade = true
RETURN e.id AS id
