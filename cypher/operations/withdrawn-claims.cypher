// Of some claims those that are withdrawn, as the fold reads them. Their order of fields is that of src/truth/state.ts. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column claim list
UNWIND $keys AS k
MATCH (c:Claim {key: k})<-[:CLAIM]-(s:Slot) WHERE c.withdrawnAt IS NOT NULL
RETURN s.key AS slotKey, [c.key, c.id, c.kind, c.valueKey, c.subject, c.value, c.text, c.valueType, c.valueEntity, c.qualifiers, c.precision, c.toPrecision, c.tier, c.pinned,
  c.start, c.to, c.said, c.explicit, c.confidence, c.source, c.origin, c.recordedAt, c.seq, c.saidSubject, c.saidValue, c.named, c.dependsOn, c.of, c.causedBy, c.archivedAt, c.archivedBy] AS claim
