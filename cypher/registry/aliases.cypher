// The names that entities answer to, what each is to it, how it came and since when.
// @mode read
// @returns many
// @param keys list
// @column key string
// @column text string
// @column of string
// @column kind string
// @column source string
// @column since integer
UNWIND $keys AS k
MATCH (e:Entity {key: k})<-[r:REFERS_TO]-(a:Alias)
RETURN a.key AS key, a.text AS text, k AS of, coalesce(r.kind, 'name') AS kind, coalesce(r.source, 'mention') AS source,
  coalesce(r.since, e.createdAt) AS since
ORDER BY text, of
