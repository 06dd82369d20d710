// The last versions of facts that are no longer believed and rested on these claims: what comes back gets its old id. Their order of
// fields is that of src/truth/state.ts. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column claimKey string
// @column facts list
UNWIND $keys AS k
CALL (k) {
  MATCH (c:Claim {key: k})<-[:BASED_ON]-(f:Fact)
  CALL (f) { MATCH (g:Fact {idKey: f.idKey}) RETURN max(g.version) AS latest, count(g) - count(g.withdrawnAt) AS live }
  WITH f, latest, live WHERE live = 0 AND f.version = latest
  RETURN collect([f.key, f.id, f.version, f.valueKey, f.subject, f.validFrom, f.validTo, f.resumes, f.supersedes,
    f.supersededBy, f.endedBy, f.confidence, f.pinned, f.tier, f.uses, f.lastUsedAt, f.dependsOn, f.archivedAt, f.archivedBy]) AS facts
}
RETURN k AS claimKey, facts
