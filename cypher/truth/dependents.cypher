// The slots of claims that depend on facts which rest on some claims, or did, and whom to lock for them. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
UNWIND $keys AS k
CALL (k) {
  MATCH (b:Claim {key: k})<-[:BASED_ON]-(f:Fact)<-[:DEPENDS_ON]-(c:Claim)<-[:CLAIM]-(s:Slot) WHERE c.withdrawnAt IS NULL
  RETURN DISTINCT s
}
WITH DISTINCT s
CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN collect(e.key) AS subjectKeys }
RETURN s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys
