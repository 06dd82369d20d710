// Changes what an entity is called or is; its id stays.
// @mode write
// @returns many
// @param key string
// @param properties map
// @column id string
WITH $key AS k
MATCH (e:Entity {key: k})
SET e += $properties
RETURN e.id AS id
