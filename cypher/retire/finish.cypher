// Ends an operation on an entity that took several transactions. Nothing where another one has ended it. Run under the entity's lock.
// @mode write
// @returns many
// @param entityKey string
// @param key string
// @param by string
// @param properties map
// @column id string
WITH $entityKey AS k
MATCH (e:Entity {key: k}) WHERE e.state = 'frozen' AND e.frozenBy = $by
SET e.state = 'active', e.frozenBy = null
WITH $key AS o
CALL (o) {
  MATCH (x:Operation {key: o}) SET x += $properties
  RETURN x.id AS id
}
RETURN id
