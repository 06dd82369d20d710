// The reviews of some kinds that nobody has decided, the oldest first.
// @mode read
// @returns many
// @param namespace string
// @param kinds list
// @column key string
// @column id string
// @column at integer
// @column data string
MATCH (r:Review {namespace: $namespace})
WHERE r.state IN ['open', 'deferred'] AND r.kind IN $kinds
RETURN r.key AS key, r.id AS id, r.at AS at, r.data AS data
ORDER BY at, id
