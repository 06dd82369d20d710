// What holds now of a subject and predicate, and how many facts and claims its slots leave out: one seek and one hop, however long
// the slots are. The clock decides last, on what comes back.
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
RETURN g AS grp, s.separators AS separators, s.past AS past, s.contested AS contested, [(s)-[:CURRENT]->(f) | properties(f)] AS facts
