// I8: an idempotency key stands for one request, and says for which.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (i:Idempotency) WHERE i.key STARTS WITH $prefix AND (i.request IS NULL OR i.openedAt IS NULL)
RETURN split(i.key, '|')[0] AS namespace, i.key AS subject, 'is taken, but nothing says by which request and when' AS problem
LIMIT $limit
