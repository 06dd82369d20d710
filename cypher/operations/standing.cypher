// The operations that changed the same as this one in the same way and took or lost effect since it did, unless that came to nothing.
// `hows`: the ways that count; to come, to go and to come back are one way, to be archived and not to be another. A retirement stands on
// the merges by which the entity was who it was.
// @mode read
// @returns many
// @param key string
// @param since integer
// @param hows list
// @column id string
// @column kind string
WITH $key AS k
MATCH (b:Operation {key: k})-[t:CHANGED]->(x)<-[u:CHANGED]-(o:Operation)
WHERE o.key <> k AND o.kind <> 'undo' AND size([f IN coalesce(o.flips, [o.at]) WHERE f > $since]) % 2 = 1
WITH o, b.kind IN ['merge', 'unmerge'] AND o.kind = 'retire' AS ofWhole, coalesce(t.how, 'added') AS a, coalesce(u.how, 'added') AS c
WHERE (a IN $hows AND c IN $hows AND (a = c OR (a IN ['added', 'withdrawn', 'restored'] AND c IN ['added', 'withdrawn', 'restored'])
  OR (a IN ['archived', 'unarchived'] AND c IN ['archived', 'unarchived']))) OR (ofWhole AND c = 'about' AND o.undoneBy IS NULL)
RETURN DISTINCT o.id AS id, o.kind AS kind
