// A page of the operations that changed an entity, or claims of which it is subject or value, the newest first.
// @mode read
// @returns many
// @param entityKey string
// @param kinds list?
// @param since integer
// @param beforeAt integer
// @param beforeId string
// @param limit integer
// @column key string
CALL () {
  WITH $entityKey AS k
  MATCH (e:Entity {key: k})-[:HAS]->(:Slot)-[:CLAIM]->(c:Claim)<-[:CHANGED]-(x:Operation) WHERE c.subject = e.id
  RETURN x.key AS found
  UNION
  WITH $entityKey AS k
  MATCH (c:Claim {valueEntity: k})<-[:CHANGED]-(x:Operation)
  RETURN x.key AS found
  UNION
  WITH $entityKey AS k
  MATCH (:Entity {key: k})<-[:CHANGED]-(x:Operation)
  RETURN x.key AS found
}
WITH DISTINCT found
MATCH (o:Operation {key: found})
WHERE ($kinds IS NULL OR o.kind IN $kinds) AND o.at >= $since AND CASE WHEN o.at = $beforeAt THEN o.id < $beforeId ELSE o.at < $beforeAt END
WITH o ORDER BY o.at DESC, o.id DESC LIMIT $limit
RETURN o.key AS key
