// Begins an operation on an entity that takes several transactions: until it is done, writes that name the entity are refused. Nothing
// where the entity is not active. Run under its lock.
// @mode write
// @returns many
// @param entityKey string
// @param key string
// @param by string
// @param properties map
// @column id string
WITH $entityKey AS k
MATCH (e:Entity {key: k}) WHERE e.state = 'active'
SET e.state = 'frozen', e.frozenBy = $by
CREATE (o:Operation {key: $key})
SET o += $properties
RETURN e.id AS id
