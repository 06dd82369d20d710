// The predicates with what the procedures read of them, to be held against their definitions.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @column namespace string
// @column row map
MATCH (p:Predicate) WHERE p.key STARTS WITH $prefix
RETURN split(p.key, '|')[0] AS namespace, properties(p) AS row
