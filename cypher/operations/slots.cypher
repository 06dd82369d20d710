// Every slot of the claims that an operation changed.
// @mode read
// @returns many
// @param key string
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
WITH $key AS k
MATCH (:Operation {key: k})-[:CHANGED]->(:Claim)<-[:CLAIM]-(x:Slot)
WITH DISTINCT x.key AS slotKey
CALL (slotKey) {
  MATCH (s:Slot {key: slotKey})
  CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN collect(e.key) AS subjectKeys }
  RETURN s, subjectKeys
}
RETURN slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys
