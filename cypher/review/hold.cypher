// Locks a review and says how it stands, so that of two decisions one sees the other.
// @mode write
// @returns many
// @param key string
// @column state string
WITH $key AS k
MATCH (r:Review {key: k})
SET r.lock = true
RETURN r.state AS state
