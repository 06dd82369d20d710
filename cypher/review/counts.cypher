// How many reviews of each kind stand in each state, and when the oldest of them was asked. What the clock has settled is moot.
// @mode read
// @returns many
// @param namespace string
// @column kind string
// @column state string
// @column count integer
// @column oldest integer
WITH $namespace AS n, $now AS t
MATCH (r:Review {namespace: n})
WITH r, CASE
    WHEN r.state IN ['open', 'deferred'] AND r.endsAt <= t THEN 'moot'
    WHEN r.state = 'deferred' AND r.wakesAt <= t THEN 'open'
    ELSE r.state END AS state
RETURN r.kind AS kind, state, count(r) AS count, min(r.at) AS oldest
ORDER BY kind, state
