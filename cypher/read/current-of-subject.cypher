// As read/current, for everything a subject has, or for predicates whose slots belong to the value (`predicates`; null: all).
// @mode read
// @returns many
// @param key string
// @param subject string
// @param predicates list?
// @column grp string
// @column separators string
// @column past integer
// @column contested integer
// @column facts list
WITH $key AS k, $predicates AS predicates
MATCH (:Entity {key: k})-[:HAS]->(s:Slot)
WHERE predicates IS NULL OR s.predicate IN predicates
CALL (s) {
  MATCH (s)-[:CURRENT]->(f:Fact) WHERE f.subject = $subject
  CALL (f) { MATCH (f)-[:VALUE]->(o:Entity) RETURN head(collect(o.name)) AS entityName }
  RETURN collect(f {.*, entityName: entityName}) AS facts
}
RETURN s.group AS grp, s.separators AS separators, s.past AS past, s.contested AS contested, facts
