// I8: a claim's key is its id, which the uniqueness of keys then makes one effect; its reply names what it had an effect on.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (c:Claim) WHERE c.key STARTS WITH $prefix
WITH c, c.namespace + '|' + c.factId AS fact, c.namespace + '|' + c.supersededId AS superseded
CALL (fact) { MATCH (f:Fact {idKey: fact}) RETURN count(f) AS facts }
CALL (superseded) { MATCH (f:Fact {idKey: superseded}) RETURN count(f) AS supersededs }
WITH c, CASE
  WHEN c.key <> c.namespace + '|' + c.id THEN 'its key is not its id, so it could be there twice'
  WHEN c.reply IS NULL THEN 'has no reply to give when it is sent again'
  WHEN c.factId IS NOT NULL AND facts = 0 THEN 'its reply names a fact that is not there'
  WHEN c.supersededId IS NOT NULL AND supersededs = 0 THEN 'its reply names a superseded fact that is not there'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(c.key, '|')[0] AS namespace, coalesce(c.id, c.key) AS subject, problem
LIMIT $limit
