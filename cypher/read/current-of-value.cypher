// As read/current, from the value's side: the facts of other subjects that point to an entity. No slot counts for it, so what is
// over is counted here; a row a slot that holds something now or later, and one row without facts for the rest.
// @mode read
// @returns many
// @param key string
// @param predicates list
// @param at integer
// @column grp string
// @column separators string
// @column past integer
// @column contested integer
// @column facts list
WITH $key AS k, $predicates AS predicates, $at AS t
MATCH (o:Entity {key: k})<-[:VALUE]-(f:Fact)<-[:VERSION]-(s:Slot)
WHERE f.predicate IN predicates AND f.withdrawnAt IS NULL
WITH o, f, s, CASE WHEN f.validTo <= t THEN 1 ELSE 0 END AS over
RETURN CASE over WHEN 0 THEN s.group ELSE '' END AS grp, CASE over WHEN 0 THEN s.separators ELSE '' END AS separators,
       CASE over WHEN 0 THEN s.contested ELSE 0 END AS contested, sum(over) AS past, collect(CASE over WHEN 0 THEN f {.*, entityName: o.name} END) AS facts
