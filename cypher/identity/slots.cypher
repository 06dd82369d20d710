// Every slot that entities have, or in which a claim names them as value.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
CALL () {
  UNWIND $keys AS k
  MATCH (e:Entity {key: k})-[:HAS]->(x:Slot)
  RETURN x.key AS slotKey
  UNION
  UNWIND $keys AS k
  MATCH (c:Claim {valueEntity: k})<-[:CLAIM]-(x:Slot)
  RETURN x.key AS slotKey
}
WITH DISTINCT slotKey
CALL (slotKey) {
  MATCH (s:Slot {key: slotKey})
  CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN collect(e.key) AS subjectKeys }
  RETURN s, subjectKeys
}
RETURN slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys
