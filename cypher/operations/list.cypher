// A page of the operations of a namespace, the newest first, after the one that the last page ended with. Kinds that are null don't count.
// @mode read
// @returns many
// @param namespace string
// @param kinds list?
// @param since integer
// @param beforeAt integer
// @param beforeId string
// @param limit integer
// @column key string
WITH $namespace AS n
MATCH (o:Operation {namespace: n})
WHERE ($kinds IS NULL OR o.kind IN $kinds) AND o.at >= $since AND CASE WHEN o.at = $beforeAt THEN o.id < $beforeId ELSE o.at < $beforeAt END
WITH o ORDER BY o.at DESC, o.id DESC LIMIT $limit
RETURN o.key AS key
