// Marks what an act made clear as taken back with it, or as in effect again. Run under the lock of the act.
// @mode write
// @returns none
// @param keys list
// @param undoneBy string?
// @param at integer
UNWIND $keys AS k
CALL (k) { MATCH (o:Operation {key: k}) SET o.undoneBy = $undoneBy, o.since = $at, o.flips = coalesce(o.flips, [o.at]) + [$at] }
