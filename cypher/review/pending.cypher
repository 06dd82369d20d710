// The reviews of some kinds that nobody has decided, the oldest first; given `asks`, only those that ask for one of them.
// @mode read
// @returns many
// @param namespace string
// @param kinds list
// @param asks list?
// @column id string
// @column at integer
// @column data string
WITH $namespace AS n
MATCH (r:Review {namespace: n})
WHERE r.state IN ['open', 'deferred'] AND r.kind IN $kinds AND ($asks IS NULL OR any(a IN r.asks WHERE a IN $asks))
WITH r ORDER BY r.at, r.seq, r.id
RETURN r.id AS id, r.at AS at, r.data AS data
