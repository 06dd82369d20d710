// I2: no claim speaks for an empty interval.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (c:Claim) WHERE c.key STARTS WITH $prefix
WITH c, CASE
  WHEN c.start IS NULL THEN 'has no start'
  WHEN c.recordedAt IS NULL THEN 'has no recorded time'
  WHEN c.to <= c.start THEN 'ends at or before its start'
  WHEN c.withdrawnAt <= c.recordedAt THEN 'was withdrawn at or before the time it was recorded'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(c.key, '|')[0] AS namespace, coalesce(c.id, c.key) AS subject, problem
LIMIT $limit
