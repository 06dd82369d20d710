// The versions of facts that rested on claims and are no longer believed, each with the slot it was in, what withdrew it and the last version
// that its id has had; `live`: the id is believed all the same. Their order of fields is that of src/truth/state.ts. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column claimId string
// @column facts list
UNWIND $keys AS k
MATCH (c:Claim {key: k})
CALL (c) {
  MATCH (c)<-[b:BASED_ON]-(f:Fact) WHERE f.withdrawnAt IS NOT NULL
  CALL (f) { MATCH (g:Fact {idKey: f.idKey}) RETURN max(g.version) AS latest, count(g) - count(g.withdrawnAt) AS live }
  CALL (f) { MATCH (f)-[:BASED_ON]->(x:Claim) RETURN count(x) AS claims }
  MATCH (f)<-[:VERSION]-(s:Slot)
  RETURN collect({slotKey: s.key, by: f.withdrawnBy, at: f.withdrawnAt, claims: claims, live: live > 0, confidence: b.confidence,
    fact: [f.key, f.id, latest, f.valueKey, f.subject, f.validFrom, f.validTo, f.resumes, f.supersedes,
      f.supersededBy, f.endedBy, f.confidence, f.pinned, f.tier, f.uses, f.lastUsedAt, f.dependsOn, f.archivedAt, f.archivedBy]}) AS facts
}
WITH c, facts WHERE size(facts) > 0
RETURN c.id AS claimId, facts
