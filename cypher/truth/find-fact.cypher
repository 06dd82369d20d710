// The slot and subject of every version of a fact, so that they can be locked before it is changed.
// @mode read
// @returns many
// @param idKey string
// @column slotKey string
// @column ownerKey string
// @column subjectKey string
// @column withdrawnAt integer?
// @column version integer
// @column predicate string
// @column subject string
// @column qualifiers string
// @column validFrom integer
// @column validTo integer?
// @column supersededBy string?
// @column precision string?
MATCH (f:Fact {idKey: $idKey})<-[:VERSION]-(s:Slot)
RETURN s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.namespace + '|' + f.subject AS subjectKey, f.withdrawnAt AS withdrawnAt,
  f.version AS version, f.predicate AS predicate, f.subject AS subject, f.qualifiers AS qualifiers, f.validFrom AS validFrom, f.validTo AS validTo,
  f.supersededBy AS supersededBy, f.precision AS precision
ORDER BY version
