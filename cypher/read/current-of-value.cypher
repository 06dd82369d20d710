// As read/current, from the value's side: the facts of other subjects that point to an entity. No slot counts for it, so what is
// over is counted here; a row a slot that holds something now or later, and one row without facts for the rest.
// @mode read
// @returns many
// @param key string
// @param predicates list
// @param at integer
// @column grp string
// @column predicate string
// @column owner string
// @column separators string
// @column past integer
// @column contested integer
// @column facts list
WITH $key AS k, $predicates AS predicates, $at AS t
MATCH (o:Entity {key: k})<-[:VALUE]-(f:Fact)
WHERE f.predicate IN predicates AND f.withdrawnAt IS NULL
WITH o, CASE WHEN f.validTo <= t THEN 1 ELSE 0 END AS over, f
CALL (f, over) { MATCH (f)<-[:VERSION]-(x:Slot) WHERE over = 0 RETURN head(collect(x)) AS s }
WITH s, sum(over) AS past, collect(CASE WHEN over = 0 THEN f {.*, entityName: o.name} END) AS facts
RETURN coalesce(s.group, '') AS grp, coalesce(s.predicate, '') AS predicate, coalesce(s.subject, '') AS owner, coalesce(s.separators, '') AS separators,
       past, coalesce(s.contested, 0) AS contested, facts
