// An entity with its aliases, and all that were merged into it with theirs.
// @mode read
// @returns many
// @param key string
// @column id string
// @column type string
// @column name string
// @column createdAt integer
// @column aliases list
// @column merged list
WITH $key AS k
MATCH (e:Entity {key: k})
CALL (e) { MATCH (e)<-[:REFERS_TO]-(a:Alias) RETURN collect(a.text) AS own }
CALL (k) { MATCH (m:Entity {root: k}) RETURN collect(m.id) AS merged }
CALL (k) { MATCH (m:Entity {root: k})<-[:REFERS_TO]-(b:Alias) RETURN collect(b.text) AS theirs }
RETURN e.id AS id, e.type AS type, e.name AS name, e.createdAt AS createdAt, own + theirs AS aliases, merged
