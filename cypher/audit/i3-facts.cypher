// I3: facts, claims and slots hang together, so that whoever walks from a slot meets each of them once.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (f:Fact) WHERE f.key STARTS WITH $prefix
WITH f, COUNT { (f)<-[:VERSION]-(:Slot) } AS slots, COUNT { (f)-[:BASED_ON]->(:Claim) } AS claims, f.namespace + '|' + f.id AS k
CALL (k) { MATCH (g:Fact {idKey: k}) WHERE g.withdrawnAt IS NULL RETURN count(g) AS believed }
WITH f, CASE
  WHEN slots = 0 THEN 'lies in no slot'
  WHEN slots > 1 THEN 'lies in several slots'
  WHEN claims = 0 THEN 'is based on no claim'
  WHEN f.withdrawnAt IS NULL AND believed = 0 THEN 'is not found by its id'
  WHEN f.withdrawnAt IS NULL AND believed > 1 THEN 'has several versions that are believed'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(f.key, '|')[0] AS namespace, coalesce(f.id, f.key) AS subject, problem
LIMIT $limit
