// An entity with its aliases.
// @mode read
// @returns many
// @param key string
// @column id string
// @column type string
// @column name string
// @column createdAt integer
// @column aliases list
WITH $key AS k
MATCH (e:Entity {key: k})
CALL (e) { MATCH (e)<-[:REFERS_TO]-(a:Alias) RETURN collect(a.text) AS aliases }
RETURN e.id AS id, e.type AS type, e.name AS name, e.createdAt AS createdAt, aliases
