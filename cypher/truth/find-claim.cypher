// The slot and subject of a claim, so that they can be locked before it is changed.
// @mode read
// @returns many
// @param key string
// @column claimKey string
// @column slotKey string
// @column ownerKey string
// @column subjectKey string
// @column withdrawnAt integer?
MATCH (c:Claim {key: $key})<-[:CLAIM]-(s:Slot)
RETURN c.key AS claimKey, s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.namespace + '|' + c.subject AS subjectKey, c.withdrawnAt AS withdrawnAt
