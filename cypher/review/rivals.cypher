// The questions about rival claims of some slots, whatever became of them, with the claims and the live facts that they are about there and how
// many of the claims lie elsewhere. Run under the lock.
// @mode read
// @returns many
// @param slots list
// @column id string
// @column kind string
// @column state string
// @column at integer
// @column endsAt integer?
// @column mootFrom string?
// @column decidedAt integer?
// @column by string?
// @column reason string?
// @column settledBy string?
// @column operationId string?
// @column wakesAt integer?
// @column data string
// @column before string?
// @column claims list
// @column facts list
// @column elsewhere integer
UNWIND $slots AS k
MATCH (s:Slot {key: k})
MATCH (s)-[:CLAIM]->(c:Claim)
MATCH (c)<-[:ABOUT]-(r:Review)
WHERE r.kind IN ['contested-value', 'equal-starts', 'late-change']
WITH r, collect(c.id) AS claims
CALL (r) { MATCH (r)-[:ABOUT]->(x:Claim) RETURN count(x) AS all }
CALL (r) { MATCH (r)-[:ABOUT]->(f:Fact)<-[:VERSION]-(s:Slot) WHERE f.withdrawnAt IS NULL AND s.key IN $slots RETURN collect(f.id) AS facts }
RETURN r.id AS id, r.kind AS kind, r.state AS state, r.at AS at, r.endsAt AS endsAt, r.mootFrom AS mootFrom, r.decidedAt AS decidedAt, r.by AS by,
  r.reason AS reason, r.settledBy AS settledBy, r.operationId AS operationId, r.wakesAt AS wakesAt, r.data AS data, r.before AS before,
  claims, facts, all - size(claims) AS elsewhere
