// Every claim of some slots, with the settings that decide between them and where their believed facts begin: what the fold needs to
// say what became of each claim.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column settings map
// @column claims list
// @column facts list
UNWIND $keys AS k
MATCH (s:Slot {key: k})
CALL (s) { MATCH (s)-[:CLAIM]->(c:Claim) RETURN collect(properties(c)) AS claims }
CALL (s) { MATCH (s)-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL RETURN collect({id: f.id, validFrom: f.validFrom}) AS facts }
MATCH (p:Predicate {key: s.predicateKey})
RETURN k AS slotKey, {slotBy: p.slotBy, margin: p.margin, halfLife: p.halfLife} AS settings, claims, facts
