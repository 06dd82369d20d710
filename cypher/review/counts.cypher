// How many reviews of each kind stand in each state.
// @mode read
// @returns many
// @param namespace string
// @column kind string
// @column state string
// @column count integer
MATCH (r:Review {namespace: $namespace})
RETURN r.kind AS kind, r.state AS state, count(r) AS count
ORDER BY kind, state
