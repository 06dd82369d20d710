// The facts that hold at a time (null: now) or later and name an entity as subject or as value, with their slot and whom to lock for it. `asked`: the
// reviews that wait for what is to become of the fact.
// @mode read
// @returns many
// @param key string
// @param at integer?
// @column slotKey string
// @column ownerKey string
// @column settings integer
// @column subjectKeys list
// @column factId string
// @column predicate string
// @column bySubject boolean
// @column validTo integer?
// @column recordedAt integer
// @column asked integer
CALL () {
  WITH $key AS k
  MATCH (e:Entity {key: k})-[:HAS]->(s:Slot)-[:VERSION]->(f:Fact)
  WHERE f.withdrawnAt IS NULL AND f.subject = e.id AND coalesce(f.validTo, 9007199254740991) > coalesce($at, $now)
  RETURN f.key AS factKey, true AS bySubject
  UNION
  WITH $key AS k
  MATCH (e:Entity {key: k})<-[:VALUE]-(f:Fact)
  WHERE f.withdrawnAt IS NULL AND f.subject <> e.id AND coalesce(f.validTo, 9007199254740991) > coalesce($at, $now)
  RETURN f.key AS factKey, false AS bySubject
}
CALL (factKey) {
  MATCH (f:Fact {key: factKey})<-[:VERSION]-(s:Slot)
  CALL (s) { MATCH (s)<-[:HAS]-(o:Entity) RETURN collect(o.key) AS subjectKeys }
  CALL (f) {
    WITH f.idKey AS k
    MATCH (v:Fact {idKey: k})<-[:ABOUT]-(r:Review) WHERE r.kind = 'retired-fact' AND r.state IN ['open', 'deferred']
    RETURN count(DISTINCT r) AS asked
  }
  RETURN f, s, subjectKeys, asked
}
RETURN s.key AS slotKey, s.namespace + '|' + s.subject AS ownerKey, s.settings AS settings, subjectKeys, f.id AS factId, f.predicate AS predicate,
  bySubject, f.validTo AS validTo, f.recordedAt AS recordedAt, asked
