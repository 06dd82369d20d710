// What holds now of a subject and predicate, and how many facts and claims its slots leave out: one seek and one hop, however long
// the slots are. The clock decides last, on what comes back.
// @mode read
// @returns many
// @param groups list
// @column grp string
// @column predicate string
// @column owner string
// @column separators string
// @column past integer
// @column contested integer
// @column facts list
UNWIND $groups AS g
MATCH (s:Slot {group: g})
CALL (s) { MATCH (s)-[:CURRENT]->(f:Fact) RETURN collect(properties(f)) AS facts }
RETURN g AS grp, s.predicate AS predicate, s.subject AS owner, s.separators AS separators, s.past AS past, s.contested AS contested, facts
