// The operations that gave or took names of the entities of this one and took or lost effect since it did, unless that came to nothing;
// as JSON, how they left the names.
// @mode read
// @returns many
// @param key string
// @param since integer
// @column id string
// @column after string?
WITH $key AS k
MATCH (b:Operation {key: k})-[:CHANGED]->(e:Entity)<-[:CHANGED]-(o:Operation)
WHERE o.key <> k AND o.kind IN ['split', 'add-alias', 'remove-alias'] AND size([f IN coalesce(o.flips, [o.at]) WHERE f > $since]) % 2 = 1
RETURN DISTINCT o.id AS id, o.after AS after
