// Where the claims lie that a review is about, and whom to lock for them.
// @mode read
// @returns many
// @param key string
// @column claimId string
// @column slotKey string
// @column ownerKey string
// @column subjectKey string
WITH $key AS k
MATCH (r:Review {key: k})
MATCH (r)-[:ABOUT]->(c:Claim)
MATCH (c)<-[:CLAIM]-(s:Slot)
RETURN c.id AS claimId, s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.namespace + '|' + c.subject AS subjectKey
