// Reviews by their keys, with what they are about.
// @mode read
// @returns many
// @param keys list
// @column key string
// @column id string
// @column kind string
// @column state string
// @column at integer
// @column seq integer
// @column decidedAt integer?
// @column by string?
// @column reason string?
// @column data string
// @column entities list
// @column facts list
// @column claims list
UNWIND $keys AS k
MATCH (r:Review {key: k})
CALL (r) { MATCH (r)-[:ABOUT]->(e:Entity) RETURN collect({id: e.id, type: e.type, name: e.name}) AS entities }
CALL (r) { MATCH (r)-[:ABOUT]->(f:Fact) RETURN collect(DISTINCT f.id) AS facts }
CALL (r) { MATCH (r)-[:ABOUT]->(c:Claim) RETURN collect(c.id) AS claims }
RETURN r.key AS key, r.id AS id, r.kind AS kind, r.state AS state, r.at AS at, r.seq AS seq, r.decidedAt AS decidedAt, r.by AS by, r.reason AS reason,
  r.data AS data, entities, facts, claims
