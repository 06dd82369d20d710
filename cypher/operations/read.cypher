// Operations by their keys.
// @mode read
// @returns many
// @param keys list
// @column key string
// @column id string
// @column kind string
// @column at integer
// @column by string?
// @column reason string?
// @column undoes string?
// @column undoneBy string?
UNWIND $keys AS k
MATCH (o:Operation {key: k})
RETURN k AS key, o.id AS id, o.kind AS kind, o.at AS at, o.by AS by, o.reason AS reason, o.undoes AS undoes, o.undoneBy AS undoneBy
