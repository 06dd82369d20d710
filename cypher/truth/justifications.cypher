// When facts hold: their own stretches and those that resume them; those of the facts that the claims of their last version support now, in
// case the id is gone; and who owns their slots. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column idKey string
// @column live list
// @column heirs list
// @column claims list
// @column ownerKeys list
UNWIND $keys AS k
CALL (k) {
  MATCH (f:Fact {idKey: k})<-[:VERSION]-(s:Slot)
  WITH DISTINCT f.id AS id, s
  CALL (id, s) {
    MATCH (s)-[:VERSION]->(g:Fact) WHERE g.withdrawnAt IS NULL AND (g.id = id OR g.resumes = id)
    RETURN collect([s.key, g.validFrom, g.validTo]) AS spans
  }
  RETURN collect(spans) AS live, collect(s.namespace + '|' + s.subject) AS slotOwners
}
CALL (k) {
  MATCH (f:Fact {idKey: k})
  WITH f ORDER BY f.version DESC
  WITH head(collect(f)) AS f
  MATCH (f)-[:BASED_ON]->(c:Claim) WHERE c.withdrawnAt IS NULL
  RETURN collect(DISTINCT c) AS cs
}
CALL (cs) {
  UNWIND cs AS c
  MATCH (c)<-[:BASED_ON]-(g:Fact)<-[:VERSION]-(s:Slot) WHERE g.withdrawnAt IS NULL
  RETURN collect([s.key, g.validFrom, g.validTo]) AS heirs
}
CALL (cs) {
  UNWIND cs AS c
  MATCH (c)<-[:CLAIM]-(s:Slot)
  RETURN collect(DISTINCT s.namespace + '|' + s.subject) AS claimOwners
}
RETURN k AS idKey, reduce(all = [], spans IN live | all + spans) AS live, heirs, [c IN cs | c.id] AS claims, slotOwners + claimOwners AS ownerKeys
