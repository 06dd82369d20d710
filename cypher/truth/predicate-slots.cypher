// Every slot of a predicate, to fold them anew when its settings change.
// @mode read
// @returns many
// @param predicateKey string
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
WITH $predicateKey AS k
MATCH (s:Slot {predicateKey: k})
CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) RETURN collect(e.key) AS subjectKeys }
RETURN s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys
