// Reviews by their keys, with what they are about: of facts those that are believed (`facts`) and all
// that it has concerned (`ever`).
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
// @column operationId string?
// @column settledBy string?
// @column wakesAt integer?
// @column undone boolean
// @column slots list
// @column entities list
// @column facts list
// @column ever list
// @column claims list
UNWIND $keys AS k
MATCH (r:Review {key: k})
WITH r, $now AS t
WITH r, CASE
    WHEN r.state IN ['open', 'deferred'] AND r.endsAt <= t THEN 'moot'
    WHEN r.state = 'deferred' AND r.wakesAt <= t THEN 'open'
    ELSE r.state END AS state,
  CASE WHEN r.decidedAt IS NULL AND r.state IN ['open', 'deferred'] AND r.endsAt <= t THEN r.endsAt ELSE r.decidedAt END AS decidedAt
CALL (r) { MATCH (r)-[:ABOUT]->(e:Entity) RETURN collect({id: e.id, type: e.type, name: e.name}) AS entities }
CALL (r) { MATCH (r)-[:ABOUT]->(f:Fact) RETURN collect(DISTINCT f.id) AS ever }
CALL (r) {
  MATCH (r)-[:ABOUT]->(x:Fact)
  WITH DISTINCT x.idKey AS fk
  MATCH (g:Fact {idKey: fk}) WHERE g.withdrawnAt IS NULL
  RETURN collect(DISTINCT g.id) AS facts
}
CALL (r) { MATCH (r)-[:ABOUT]->(c:Claim) RETURN collect(c.id) AS claims }
CALL (r) {
  MATCH (r)-[:ABOUT]->(c:Claim)
  MATCH (c)<-[:CLAIM]-(s:Slot)
  RETURN collect(DISTINCT s.key) AS slots
}
RETURN r.key AS key, r.id AS id, r.kind AS kind, state, r.at AS at, r.seq AS seq, decidedAt, r.by AS by, r.reason AS reason,
  r.data AS data, r.operationId AS operationId, r.settledBy AS settledBy, r.wakesAt AS wakesAt, r.after IS NOT NULL AS undone, slots, entities, facts, ever, claims
