// I11: RELATES repeats, from entity to entity, the facts that CURRENT leads to and that are not archived: every one of them once and nothing else.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (e:Entity) WHERE e.key STARTS WITH $prefix
CALL (e) {
  MATCH (e)-[:HAS]->(s:Slot)-[:CURRENT]->(f:Fact) WHERE f.subject = e.id AND f.valueEntity IS NOT NULL AND f.archivedAt IS NULL
  WITH f.id + '|' + f.valueEntity + '|' + f.predicate + '|' + toString(f.validFrom) + '|' + coalesce(toString(f.validTo), '') AS edge ORDER BY edge
  RETURN collect(edge) AS expected
}
CALL (e) {
  MATCH (e)-[t:RELATES]->(o:Entity)
  WITH coalesce(t.factId, '') + '|' + o.key + '|' + coalesce(t.predicate, '') + '|' + coalesce(toString(t.validFrom), '') + '|' + coalesce(toString(t.validTo), '') AS edge ORDER BY edge
  RETURN collect(edge) AS found
}
WITH e, expected, found WHERE expected <> found
WITH e, [x IN expected WHERE NOT x IN found | [split(x, '|')[0], 'has no RELATES between its entities, or one that says otherwise']]
  + [x IN found WHERE NOT x IN expected | [split(x, '|')[0], 'has a RELATES, but is not current, or the RELATES says otherwise']] AS wrong
UNWIND CASE WHEN size(wrong) = 0 THEN [['', 'has a RELATES twice']] ELSE wrong END AS w
RETURN split(e.key, '|')[0] AS namespace, CASE w[0] WHEN '' THEN e.id ELSE w[0] END AS subject, w[1] AS problem
LIMIT $limit
