// I12: what withdrew a claim is there: a claim or an operation.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (x:Claim) WHERE x.key STARTS WITH $prefix AND x.withdrawnAt IS NOT NULL
WITH x, x.namespace + '|' + x.withdrawnBy AS withdrawn
CALL (withdrawn) { MATCH (c:Claim {key: withdrawn}) RETURN count(c) AS claims }
CALL (withdrawn) { MATCH (o:Operation {key: withdrawn}) RETURN count(o) AS operations }
WITH x, claims + operations AS found WHERE found = 0
RETURN split(x.key, '|')[0] AS namespace, coalesce(x.id, x.key) AS subject, 'what withdrew it is not there' AS problem
LIMIT $limit
