// Everything the fold and the rewrite of a slot need: its live claims and its live facts with what they are based on. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column slot map
// @column claims list
// @column facts list
// @column settings map
UNWIND $keys AS k
CALL (k) {
  MATCH (s:Slot {key: k})
  CALL (s) {
    MATCH (s)-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL
    RETURN collect({key: c.key, id: c.id, kind: c.kind, valueKey: c.valueKey, subject: c.subject, value: c.value, text: c.text,
      valueType: c.valueType, valueEntity: c.valueEntity, qualifiers: c.qualifiers, precision: c.precision, tier: c.tier, pinned: c.pinned, start: c.start, to: c.to, said: c.said, explicit: c.explicit,
      confidence: c.confidence, source: c.source, origin: c.origin, recordedAt: c.recordedAt, seq: c.seq, factId: c.factId}) AS claims
  }
  CALL (s) {
    MATCH (s)-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL
    CALL (f) { MATCH (f)-[b:BASED_ON]->(c:Claim) RETURN collect({id: c.id, confidence: b.confidence}) AS basis }
    CALL (f) { MATCH (f)<-[:CHALLENGES]-(c:Claim) RETURN collect(c.id) AS challengers }
    RETURN collect({slotKey: s.key, key: f.key, id: f.id, version: f.version, valueKey: f.valueKey, subject: f.subject, validFrom: f.validFrom, validTo: f.validTo,
      endedAt: f.endedAt, recordedAt: f.recordedAt, resumes: f.resumes, supersedes: f.supersedes, supersededBy: f.supersededBy, confidence: f.confidence,
      pinned: f.pinned, tier: f.tier, uses: f.uses, lastUsedAt: f.lastUsedAt,
      basis: basis, challengers: challengers}) AS facts
  }
  MATCH (p:Predicate {key: s.predicateKey})
  RETURN s, claims, facts, p
}
RETURN k AS slotKey, {group: s.group, tail: s.tail, challenge: s.challenge, defaults: s.defaults, settings: s.settings, past: s.past, contested: s.contested,
  separators: s.separators, predicate: s.predicate, owner: s.subject, namespace: s.namespace, predicateKey: s.predicateKey} AS slot, claims, facts,
  {version: p.version, cardinality: p.cardinality, slotBy: p.slotBy, margin: p.margin, halfLife: p.halfLife} AS settings
