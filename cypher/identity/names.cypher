// The names that entities answer to, each with whose it is.
// @mode read
// @returns many
// @param keys list
// @column name string
// @column of string
UNWIND $keys AS k
MATCH (e:Entity {key: k})<-[:REFERS_TO]-(a:Alias)
RETURN a.text AS name, k AS of
ORDER BY of, name
