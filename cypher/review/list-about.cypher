// A page of the reviews about an entity, the oldest first, after the one that the last page ended with. Filters that are null don't count.
// @mode read
// @returns many
// @param entityKey string
// @param states list?
// @param kinds list?
// @param afterAt integer
// @param afterSeq integer
// @param afterId string
// @param limit integer
// @column key string
WITH $entityKey AS k, $now AS t
MATCH (e:Entity {key: k})
MATCH (e)<-[:ABOUT]-(r:Review)
WITH r, CASE
    WHEN r.state IN ['open', 'deferred'] AND r.endsAt <= t THEN 'moot'
    WHEN r.state = 'deferred' AND r.wakesAt <= t THEN 'open'
    ELSE r.state END AS state
WHERE ($states IS NULL OR state IN $states) AND ($kinds IS NULL OR r.kind IN $kinds)
  AND r.at >= $afterAt AND CASE
    WHEN r.at > $afterAt THEN true
    WHEN r.seq <> $afterSeq THEN r.seq > $afterSeq
    ELSE r.id > $afterId END
WITH r ORDER BY r.at, r.seq, r.id LIMIT $limit
RETURN r.key AS key
