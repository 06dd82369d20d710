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
// @column data string
// @column claims list
// @column facts list
// @column elsewhere integer
// @column standing map
UNWIND $slots AS k
MATCH (s:Slot {key: k})
MATCH (s)-[:CLAIM]->(c:Claim)
MATCH (c)<-[:ABOUT]-(r:Review)
WHERE r.kind IN ['contested-value', 'equal-starts', 'late-change']
WITH r, collect(c.id) AS claims
CALL (r) { MATCH (r)-[:ABOUT]->(x:Claim) RETURN count(x) AS all }
CALL (r) { MATCH (r)-[:ABOUT]->(f:Fact)<-[:VERSION]-(s:Slot) WHERE f.withdrawnAt IS NULL AND s.key IN $slots RETURN collect(f.id) AS facts }
RETURN r.id AS id, r.kind AS kind, r.state AS state, r.at AS at, r.endsAt AS endsAt, r.mootFrom AS mootFrom, r.data AS data, claims, facts, all - size(claims) AS elsewhere,
  {state: r.state, decidedAt: r.decidedAt, by: r.by, reason: r.reason, settledBy: r.settledBy, operationId: r.operationId, wakesAt: r.wakesAt, data: r.data,
    before: r.before} AS standing
