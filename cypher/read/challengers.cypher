// The claims that still count against some facts.
// @mode read
// @returns many
// @param keys list
// @column factKey string
// @column claims list
UNWIND $keys AS k
MATCH (f:Fact {key: k})
CALL (f) { MATCH (f)<-[:CHALLENGES]-(c:Claim) RETURN collect(properties(c)) AS claims }
RETURN k AS factKey, claims
