// Everything the fold and the rewrite of a slot need: its live claims, its live facts and what those are based on. Run under the lock.
// Rows are lists, not maps: a slot of many claims sends the names of its fields once. Their order is that of src/truth/state.ts.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column slot map
// @column claims list
// @column facts list
// @column basis list
// @column settings map
UNWIND $keys AS k
CALL (k) {
  MATCH (s:Slot {key: k})
  CALL (s) {
    MATCH (s)-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL
    RETURN collect([c.key, c.id, c.kind, c.valueKey, c.subject, c.value, c.text, c.valueType, c.valueEntity, c.qualifiers, c.precision, c.toPrecision, c.tier, c.pinned,
      c.start, c.to, c.said, c.explicit, c.confidence, c.source, c.origin, c.recordedAt, c.seq, c.saidSubject, c.saidValue, c.named, c.dependsOn, c.of, c.causedBy, c.archivedAt, c.archivedBy]) AS claims
  }
  CALL (s) {
    MATCH (s)-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL
    RETURN collect([f.key, f.id, f.version, f.valueKey, f.subject, f.validFrom, f.validTo, f.resumes, f.supersedes,
      f.supersededBy, f.endedBy, f.confidence, f.pinned, f.tier, f.uses, f.lastUsedAt, f.dependsOn, f.archivedAt, f.archivedBy]) AS facts
  }
  CALL (s) {
    MATCH (s)-[:VERSION]->(f:Fact)-[b:BASED_ON]->(c:Claim) WHERE f.withdrawnAt IS NULL
    RETURN collect([f.key, c.id, b.confidence]) AS basis
  }
  MATCH (p:Predicate {key: s.predicateKey})
  RETURN s, claims, facts, basis, p
}
RETURN k AS slotKey, {group: s.group, separators: s.separators, predicate: s.predicate, owner: s.subject, namespace: s.namespace, watched: s.watched, bears: s.bears} AS slot, claims, facts, basis,
  {version: p.version, cardinality: p.cardinality, slotBy: p.slotBy, margin: p.margin, halfLife: p.halfLife} AS settings
