// Brings predicates into a namespace when they are first used; who comes second gets what the first one made.
// @mode write
// @returns many
// @param rows list
// @column name string
// @column version integer
// @column source string
// @column definition string
UNWIND $rows AS row
MERGE (p:Predicate {key: row.key}) ON CREATE SET p += row.properties
RETURN p.name AS name, p.version AS version, p.source AS source, p.definition AS definition
