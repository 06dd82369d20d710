// What was answered to claims when they were made, and of whom they speak.
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
// @column subject string
// @column valueEntity string?
// @column dependsOn string?
UNWIND $keys AS k
MATCH (c:Claim {key: k})
RETURN k AS key, c.id AS claimId, c.reply AS outcome, c.factId AS factId, c.supersededId AS supersededId, c.recordedAt AS recordedAt,
  c.withdrawnAt IS NOT NULL AS withdrawn, c.subject AS subject, CASE WHEN c.valueEntity IS NOT NULL THEN c.value END AS valueEntity, c.dependsOn AS dependsOn
