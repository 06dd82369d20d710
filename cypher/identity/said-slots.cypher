// The slots of an entity that hold claims said of entities that were merged into it, or naming them as value.
// @mode read
// @returns many
// @param key string
// @param subjects list
// @param values list
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
CALL () {
  WITH $key AS k
  MATCH (e:Entity {key: k})-[:HAS]->(x:Slot)-[:CLAIM]->(c:Claim) WHERE c.saidSubject IN $subjects
  RETURN x.key AS slotKey
  UNION
  WITH $key AS k
  MATCH (c:Claim {valueEntity: k})<-[:CLAIM]-(x:Slot) WHERE c.saidValue IN $values
  RETURN x.key AS slotKey
}
WITH DISTINCT slotKey
CALL (slotKey) {
  MATCH (s:Slot {key: slotKey})
  CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN collect(e.key) AS subjectKeys }
  RETURN s, subjectKeys
}
RETURN slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys
