// The predicates that a namespace has used or defined.
// @mode read
// @returns many
// @param namespace string
// @column name string
// @column version integer
// @column source string
// @column definition string
WITH $namespace AS n
MATCH (p:Predicate {definedIn: n})
RETURN p.name AS name, p.version AS version, p.source AS source, p.definition AS definition
