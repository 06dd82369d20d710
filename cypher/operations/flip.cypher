// Marks an act as taken back, or as in effect again, and the undo that this takes back. Run under the lock of the act.
// @mode write
// @returns none
// @param key string
// @param lastKey string
// @param by string
// @param undoneBy string?
// @param at integer
WITH $key AS k, $lastKey AS l
CALL (l) { MATCH (u:Operation {key: l}) SET u.undoneBy = $by }
CALL (k) { MATCH (o:Operation {key: k}) SET o.undoneBy = $undoneBy, o.last = $by, o.since = $at, o.flips = coalesce(o.flips, [o.at]) + [$at] }
