// The current facts between entities that begin or end at some of them: one ring of a search for paths. `limit` bounds the work; what
// is left out is the same every time. A relationship that a writer takes away while it is read has no properties any more.
// @mode read
// @returns many
// @param keys list
// @param predicates list?
// @param limit integer
// @column key string
// @column otherKey string
// @column otherId string
// @column otherName string
// @column predicate string
// @column direction string
// @column factId string
UNWIND $keys AS k
WITH k, $now AS t
MATCH (e:Entity {key: k})
CALL (e, t) {
  MATCH (e)-[r:RELATES]->(o:Entity)
  WHERE ($predicates IS NULL OR r.predicate IN $predicates) AND (r.validFrom <= t OR r.validFrom <= e.lastRecorded) AND coalesce(r.validTo, 9007199254740991) > t
  RETURN o, 'out' AS direction, r.predicate AS predicate, r.factId AS factId
  UNION ALL
  MATCH (e)<-[r:RELATES]-(o:Entity)
  WHERE ($predicates IS NULL OR r.predicate IN $predicates) AND (r.validFrom <= t OR r.validFrom <= o.lastRecorded) AND coalesce(r.validTo, 9007199254740991) > t
  RETURN o, 'in' AS direction, r.predicate AS predicate, r.factId AS factId
}
WITH k, o, direction, predicate, factId WHERE predicate IS NOT NULL AND factId IS NOT NULL
RETURN k AS key, o.key AS otherKey, o.id AS otherId, o.name AS otherName, predicate, direction, factId
ORDER BY predicate, otherKey, factId, direction, key
LIMIT $limit
