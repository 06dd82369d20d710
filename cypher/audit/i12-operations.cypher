// I12: an operation that was taken back names the undo that did.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (o:Operation) WHERE o.key STARTS WITH $prefix AND (o.undoneBy IS NOT NULL OR o.undoes IS NOT NULL)
WITH o, o.namespace + '|' + o.undoneBy AS undone, o.namespace + '|' + o.undoes AS undoes
CALL (undone) { MATCH (u:Operation {key: undone}) RETURN count(u) AS undos }
CALL (undoes) { MATCH (t:Operation {key: undoes}) RETURN count(t) AS targets }
WITH o, CASE
  WHEN o.undoneBy IS NOT NULL AND undos = 0 THEN 'the undo that took it back is not there'
  WHEN o.undoes IS NOT NULL AND targets = 0 THEN 'what it took back is not there'
  END AS problem
WHERE problem IS NOT NULL
RETURN split(o.key, '|')[0] AS namespace, coalesce(o.id, o.key) AS subject, problem
LIMIT $limit
