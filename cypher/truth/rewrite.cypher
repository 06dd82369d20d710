// Writes the timeline that the fold made of a slot, under the lock: claims added and withdrawn, versions withdrawn, closed, extended and
// created, links, and the pointers drawn anew. It trusts no caller: facts that overlap break the uniqueness of the slot's key, which
// undoes all of it.
// @mode write
// @returns many
// @param slots list
// @param claims list
// @param movedClaims list
// @param withdrawnClaims list
// @param withdrawn list
// @param extended list
// @param created list
// @param links list
// @param supersedes list
// @param challenges list
// @column slotKey string
// @column current integer
UNWIND $slots AS r0
WITH r0 ORDER BY r0.slotKey
CALL (r0) {
  MATCH (e:Entity {key: r0.ownerKey}) SET e.lock = true
  MERGE (s:Slot {key: r0.slotKey})
    ON CREATE SET s.group = r0.group, s.predicateKey = r0.predicateKey, s.namespace = r0.namespace, s.subject = r0.owner, s.predicate = r0.predicate, s.separators = r0.separators
  SET s.tail = r0.tail, s.challenge = r0.challenge, s.defaults = r0.defaults, s.settings = r0.settings, s.contested = r0.contested, s.bears = r0.bears
}
WITH collect(r0.slotKey) AS keys
CALL () {
  UNWIND $slots AS r
  UNWIND r.subjects AS k
  MATCH (s:Slot {key: r.slotKey}) MATCH (e:Entity {key: k})
  MERGE (e)-[:HAS]->(s)
}
CALL (keys) {
  UNWIND $claims AS r
  MATCH (s:Slot {key: r.slotKey}) WHERE r.slotKey IN keys
  CREATE (s)-[:CLAIM]->(c:Claim {key: r.key}) SET c += r.properties
  FOREACH (x IN r.episodes |
    MERGE (ep:Episode {key: x.key}) ON CREATE SET ep.namespace = s.namespace, ep.session = x.session, ep.turn = x.turn, ep.kind = x.kind
    CREATE (ep)-[:MADE]->(c))
}
CALL (keys) {
  UNWIND $movedClaims AS r
  MATCH (c:Claim {key: r.key})<-[t:CLAIM]-(:Slot) MATCH (s:Slot {key: r.slotKey}) WHERE r.slotKey IN keys
  DELETE t
  CREATE (s)-[:CLAIM]->(c)
  SET c += r.properties
}
CALL (keys) {
  UNWIND $withdrawnClaims AS r
  MATCH (c:Claim {key: r.key})<-[:CLAIM]-(s:Slot {key: r.slotKey}) WHERE r.slotKey IN keys
  SET c.withdrawnAt = r.at, c.withdrawnBy = r.by
}
CALL () {
  UNWIND $slots AS r
  MATCH (s:Slot {key: r.slotKey})-[:CURRENT]->(f:Fact) WHERE f.valueEntity IS NOT NULL
  MATCH (e:Entity {key: s.namespace + '|' + f.subject}) MATCH (o:Entity {key: f.valueEntity}) MATCH (e)-[t:RELATES]->(o) WHERE t.factId = f.id
  DELETE t
}
CALL () {
  UNWIND $slots AS r
  MATCH (:Slot {key: r.slotKey})-[t:CURRENT]->(:Fact)
  DELETE t
}
CALL () {
  UNWIND $slots AS r
  MATCH (:Slot {key: r.slotKey})-[:CLAIM]->(:Claim)-[t:CHALLENGES]->(:Fact)
  DELETE t
}
CALL (keys) {
  UNWIND $withdrawn AS r
  MATCH (f:Fact {key: r.key})<-[:VERSION]-(s:Slot {key: r.slotKey}) WHERE r.slotKey IN keys
  SET f.withdrawnAt = r.at, f.withdrawnBy = r.by
}
CALL (keys) {
  UNWIND $extended AS r
  MATCH (f:Fact {key: r.key})<-[:VERSION]-(s:Slot {key: r.slotKey}) WHERE r.slotKey IN keys
  SET f += r.properties
}
CALL (keys) {
  UNWIND $created AS r
  MATCH (s:Slot {key: r.slotKey}) WHERE r.slotKey IN keys
  CREATE (s)-[:VERSION]->(f:Fact {key: r.key}) SET f += r.properties
}
CALL () {
  UNWIND $created AS r
  MATCH (f:Fact {key: r.key}) MATCH (o:Entity {key: r.properties.valueEntity})
  CREATE (f)-[:VALUE]->(o)
}
CALL () {
  UNWIND $links AS r
  MATCH (f:Fact {key: r.key}) MATCH (c:Claim {key: r.claimKey})
  CREATE (f)-[:BASED_ON {at: r.at, confidence: r.confidence}]->(c)
}
CALL () {
  UNWIND $supersedes AS r
  MATCH (f:Fact {key: r.key}) MATCH (o:Fact {key: r.olderKey})
  CREATE (f)-[:SUPERSEDES {at: r.at, by: r.by}]->(o)
}
CALL () {
  UNWIND $challenges AS r
  MATCH (c:Claim {key: r.claimKey}) MATCH (f:Fact {key: r.key})
  CREATE (c)-[:CHALLENGES]->(f)
}
CALL () {
  UNWIND $slots AS r
  MATCH (s:Slot {key: r.slotKey})-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL AND coalesce(f.validTo, 9007199254740991) > r.at
  CREATE (s)-[:CURRENT]->(f)
}
CALL () {
  UNWIND $slots AS r
  MATCH (s:Slot {key: r.slotKey})-[:CURRENT]->(f:Fact) WHERE f.valueEntity IS NOT NULL AND f.archivedAt IS NULL
  MATCH (e:Entity {key: s.namespace + '|' + f.subject}) MATCH (o:Entity {key: f.valueEntity})
  CREATE (e)-[:RELATES {predicate: f.predicate, factId: f.id, validFrom: f.validFrom, validTo: f.validTo}]->(o)
}
UNWIND $slots AS row
CALL (row) {
  MATCH (s:Slot {key: row.slotKey})
  CALL (s) { MATCH (s)-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL WITH f ORDER BY f.validFrom RETURN collect(f) AS fs }
  WITH s, fs, size([f IN fs WHERE f.validTo <= row.at]) AS past,
       any(i IN range(0, size(fs) - 2) WHERE coalesce(fs[i].validTo, 9007199254740991) > fs[i + 1].validFrom) OR any(f IN fs WHERE f.validTo <= f.validFrom) AS broken
  SET s.past = past
  FOREACH (_ IN CASE WHEN broken THEN [1] ELSE [] END | CREATE (:Slot {key: row.slotKey}))
  RETURN size(fs) - past AS current
}
RETURN row.slotKey AS slotKey, current
