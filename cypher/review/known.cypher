// Reviews by their keys.
// @mode read
// @returns many
// @param keys list
// @column id string
// @column state string
// @column at integer
// @column data string
UNWIND $keys AS k
MATCH (r:Review {key: k})
RETURN r.id AS id, r.state AS state, r.at AS at, r.data AS data
