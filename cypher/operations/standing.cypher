// The operations that changed the same as this one in the same way and took or lost effect since it did, unless that came to nothing.
// `hows`: the ways that count; to come, to go and to come back are one way, to be archived and not to be another.
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
WITH o, coalesce(t.how, 'added') AS a, coalesce(u.how, 'added') AS c
WHERE a IN $hows AND c IN $hows AND (a = c OR (a IN ['added', 'withdrawn', 'restored'] AND c IN ['added', 'withdrawn', 'restored']) OR (a IN ['archived', 'unarchived'] AND c IN ['archived', 'unarchived']))
RETURN DISTINCT o.id AS id, o.kind AS kind
