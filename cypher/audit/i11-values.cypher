// I11: VALUE leads from a fact to the entity it names, and from no other fact anywhere.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (f:Fact) WHERE f.key STARTS WITH $prefix
CALL (f) { MATCH (f)-[:VALUE]->(o:Entity) RETURN collect(o.key) AS found }
WITH f, found WHERE found <> CASE WHEN f.valueEntity IS NULL THEN [] ELSE [f.valueEntity] END
RETURN split(f.key, '|')[0] AS namespace, coalesce(f.id, f.key) AS subject, 'is not linked to the entity that is its value' AS problem
LIMIT $limit
