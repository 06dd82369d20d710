// The values that live claims of a subject and predicate name, of those that may nearly be one of the texts told: they have its sketch.
// @mode read
// @returns many
// @param rows list
// @column grp string
// @column separators string
// @column sketch string
// @column valueKey string
// @column value any
// @column since integer
UNWIND $rows AS row
MATCH (s:Slot {group: row.group})-[:CLAIM]->(c:Claim) WHERE c.sketch IN row.sketches AND c.withdrawnAt IS NULL
RETURN row.group AS grp, s.separators AS separators, c.sketch AS sketch, c.valueKey AS valueKey, c.value AS value, min(c.recordedAt) AS since
