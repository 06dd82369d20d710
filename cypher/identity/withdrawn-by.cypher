// The facts that an operation, or a claim that it added, withdrew from slots since a recorded time, with the last version that their ids have had, and which of them are believed again
// (elsewhere). Their order of fields is that of src/truth/state.ts. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @param by list
// @param since integer
// @column slotKey string
// @column facts list
// @column basis list
// @column believed list
UNWIND $keys AS k
CALL (k) {
  MATCH (:Slot {key: k})-[:VERSION]->(f:Fact) WHERE f.withdrawnBy IN $by AND f.withdrawnAt >= $since
  CALL (f) { MATCH (g:Fact {idKey: f.idKey}) RETURN max(g.version) AS latest, count(g) - count(g.withdrawnAt) AS live }
  RETURN collect([f.key, f.id, latest, f.valueKey, f.subject, f.validFrom, f.validTo, f.resumes, f.supersedes,
    f.supersededBy, f.endedBy, f.confidence, f.pinned, f.tier, f.uses, f.lastUsedAt, f.dependsOn, f.bears]) AS facts,
    collect(CASE WHEN live > 0 THEN f.id END) AS believed
}
CALL (k) {
  MATCH (:Slot {key: k})-[:VERSION]->(f:Fact)-[b:BASED_ON]->(c:Claim) WHERE f.withdrawnBy IN $by AND f.withdrawnAt >= $since
  RETURN collect([f.key, c.id, b.confidence]) AS basis
}
RETURN k AS slotKey, facts, basis, believed
