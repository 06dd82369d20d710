// The entities that an entity's current facts lead to, and those whose facts lead to it. `outgoing` and `incoming` are the predicates that count
// in that direction; null: all. A fact recorded a moment ahead of the clock is there for its subject. `lately`: the entity was written in
// the last seconds. A relationship that a writer takes away while it is read has no properties any more.
// @mode read
// @returns many
// @param key string
// @param outgoing list?
// @param incoming list?
// @param limit integer
// @column id string
// @column type string
// @column name string
// @column predicate string
// @column direction string
// @column factId string
// @column validFrom integer
// @column validTo integer?
// @column lately boolean
WITH $key AS k, $now AS t
MATCH (e:Entity {key: k})
CALL (e, t) {
  MATCH (e)-[r:RELATES]->(o:Entity)
  WHERE ($outgoing IS NULL OR r.predicate IN $outgoing) AND (r.validFrom <= t OR r.validFrom <= e.lastRecorded) AND coalesce(r.validTo, 9007199254740991) > t
  RETURN o, 'out' AS direction, r.predicate AS predicate, r.factId AS factId, r.validFrom AS validFrom, r.validTo AS validTo
  UNION ALL
  MATCH (e)<-[r:RELATES]-(o:Entity)
  WHERE ($incoming IS NULL OR r.predicate IN $incoming) AND (r.validFrom <= t OR r.validFrom <= o.lastRecorded) AND coalesce(r.validTo, 9007199254740991) > t
  RETURN o, 'in' AS direction, r.predicate AS predicate, r.factId AS factId, r.validFrom AS validFrom, r.validTo AS validTo
}
WITH e, t, o, predicate, direction, factId, validFrom, validTo WHERE predicate IS NOT NULL AND factId IS NOT NULL AND validFrom IS NOT NULL
RETURN o.id AS id, o.type AS type, o.name AS name, predicate, direction, factId, validFrom, validTo, e.lastRecorded + 10000 > t AS lately
ORDER BY predicate, direction DESC, name, id, factId
LIMIT $limit
