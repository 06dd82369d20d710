// Puts claims out of sight or back; answers how each was. Run under the lock of their slots.
// @mode write
// @returns many
// @param rows list
// @column key string
// @column archivedAt integer?
// @column archivedBy string?
UNWIND $rows AS r
MATCH (c:Claim {key: r.key})
WITH r, c, c.archivedAt AS wasAt, c.archivedBy AS wasBy
SET c.archivedAt = r.archivedAt, c.archivedBy = r.archivedBy
RETURN r.key AS key, wasAt AS archivedAt, wasBy AS archivedBy
