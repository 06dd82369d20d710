// Locks subjects in one fixed order and gives them one recorded time greater than the last of each.
// @mode write
// @returns one
// @param keys list
// @column recordedAt integer?
// @column locked integer
UNWIND $keys AS k0
WITH DISTINCT k0 AS k ORDER BY k
CALL (k) {
  MATCH (l:Entity {key: k}) SET l.lock = true
  RETURN l
}
WITH collect(l) AS ls, max(l.lastRecorded) AS last
// on a server each row reads another time, so it must not stand beside an aggregate
WITH ls, last, $now AS now
WITH ls, CASE WHEN now > last THEN now ELSE last + 1 END AS rec
FOREACH (l IN ls | SET l.lastRecorded = rec)
RETURN rec AS recordedAt, size(ls) AS locked
