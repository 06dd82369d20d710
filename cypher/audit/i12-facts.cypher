// I12: what ended, withdrew or archived a version of a fact is there: a claim or an operation.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (f:Fact) WHERE f.key STARTS WITH $prefix AND (f.withdrawnAt IS NOT NULL OR f.endedBy IS NOT NULL OR f.archivedAt IS NOT NULL)
WITH f, f.namespace + '|' + f.withdrawnBy AS withdrawn, f.namespace + '|' + f.endedBy AS ended, f.namespace + '|' + f.archivedBy AS archived
CALL (withdrawn) { MATCH (c:Claim {key: withdrawn}) RETURN count(c) AS claims }
CALL (withdrawn) { MATCH (o:Operation {key: withdrawn}) RETURN count(o) AS operations }
CALL (ended) { MATCH (e:Claim {key: ended}) RETURN count(e) AS ends }
CALL (archived) { MATCH (a:Operation {key: archived}) RETURN count(a) AS archivals }
WITH f, CASE
  WHEN f.withdrawnAt IS NOT NULL AND claims + operations = 0 THEN 'what withdrew it is not there'
  WHEN f.endedBy IS NOT NULL AND ends = 0 THEN 'the claim that ended it is not there'
  WHEN f.archivedAt IS NOT NULL AND archivals = 0 THEN 'the operation that archived it is not there'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(f.key, '|')[0] AS namespace, coalesce(f.id, f.key) AS subject, problem
LIMIT $limit
