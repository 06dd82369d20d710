// As read/current, for predicates whose values are entities: with the name of the entity that a fact points to.
// @mode read
// @returns many
// @param groups list
// @column grp string
// @column separators string
// @column past integer
// @column contested integer
// @column facts list
UNWIND $groups AS g
MATCH (s:Slot {group: g})
CALL (s) {
  MATCH (s)-[:CURRENT]->(f:Fact)
  CALL (f) { MATCH (f)-[:VALUE]->(o:Entity) RETURN head(collect(o.name)) AS entityName }
  RETURN collect(f {.*, entityName: entityName}) AS facts
}
RETURN g AS grp, s.separators AS separators, s.past AS past, s.contested AS contested, facts
