// I2: no version of a fact has an empty interval, in the world or in what was known.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (f:Fact) WHERE f.key STARTS WITH $prefix
WITH f, CASE
  WHEN f.validFrom IS NULL THEN 'has no start'
  WHEN f.recordedAt IS NULL THEN 'has no recorded time'
  WHEN f.validTo <= f.validFrom THEN 'ends at or before its start'
  WHEN (f.validTo IS NULL) <> (f.endedAt IS NULL) THEN 'its end and the time at which that became known do not go together'
  WHEN f.endedAt < f.recordedAt THEN 'its end was known before it was'
  WHEN f.withdrawnAt <= f.recordedAt THEN 'was withdrawn at or before the time it was recorded'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(f.key, '|')[0] AS namespace, coalesce(f.id, f.key) AS subject, problem
LIMIT $limit
