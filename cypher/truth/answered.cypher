// What was answered to claims when they were made.
// @mode read
// @returns many
// @param keys list
// @column key string
// @column claimId string
// @column outcome string
// @column factId string?
// @column supersededId string?
// @column recordedAt integer
// @column withdrawn boolean
UNWIND $keys AS k
MATCH (c:Claim {key: k})
RETURN k AS key, c.id AS claimId, c.reply AS outcome, c.factId AS factId, c.supersededId AS supersededId, c.recordedAt AS recordedAt,
  c.withdrawnAt IS NOT NULL AS withdrawn
