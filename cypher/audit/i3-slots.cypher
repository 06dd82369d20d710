// I3: every slot can be found from its owner and has the predicate whose settings it is folded by.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (s:Slot) WHERE s.key STARTS WITH $prefix
CALL (s) { MATCH (s)<-[:HAS]-(e:Entity) WHERE e.id = s.subject RETURN count(e) AS ways }
WITH s, ways, s.predicateKey AS k
CALL (k) { MATCH (p:Predicate {key: k}) RETURN count(p) AS predicates }
WITH s, CASE
  WHEN s.group <> s.namespace + '|' + s.subject + '|' + s.predicate OR NOT s.key STARTS WITH s.group + '|' + s.separators THEN 'its key is not made of its parts'
  WHEN s.predicateKey <> s.namespace + '|' + s.predicate OR predicates = 0 THEN 'its predicate is not there'
  WHEN ways = 0 THEN 'its owner does not lead to it'
  WHEN ways > 1 THEN 'its owner leads to it twice'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(s.key, '|')[0] AS namespace, coalesce(s.group, s.key) AS subject, problem
LIMIT $limit
