// The slots of claims that depend on facts which rest on some claims, or did, and whom to lock for them. Whatever version of a fact they were
// tied to: its claims may come and go. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
UNWIND $keys AS k
CALL (k) {
  MATCH (:Claim {key: k})<-[:BASED_ON]-(g:Fact)
  WITH DISTINCT g.idKey AS idKey
  MATCH (:Fact {idKey: idKey})<-[:DEPENDS_ON]-(c:Claim)<-[:CLAIM]-(s:Slot) WHERE c.withdrawnAt IS NULL
  RETURN DISTINCT s
}
WITH DISTINCT s
CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN collect(e.key) AS subjectKeys }
RETURN s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys
