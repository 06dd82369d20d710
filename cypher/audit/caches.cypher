// What the common write and the readers take for granted of slots instead of folding them: to be held against the fold.
// @mode read
// @returns many
// @param keys list
// @column slotKey string
// @column slot map
// @column pointers integer
// @column challenges list
// @column supports list
// @column contents list
// @column separators list
UNWIND $keys AS k
CALL (k) {
  MATCH (s:Slot {key: k})
  MATCH (p:Predicate {key: s.predicateKey})
  CALL (s) { MATCH (s)-[:CURRENT]->(f:Fact) RETURN count(f) AS pointers }
  CALL (s) {
    MATCH (s)-[:CLAIM]->(c:Claim)
    WITH collect(c) AS cs
    UNWIND cs AS c
    MATCH (c)-[:CHALLENGES]->(f:Fact)
    RETURN collect([c.id, f.key]) AS challenges
  }
  CALL (s) {
    MATCH (s)-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL AND f.validTo IS NULL
    RETURN collect([f.key, f.exC, f.exT, f.otC, f.otT]) AS supports
  }
  CALL (s) {
    MATCH (s)-[:VERSION]->(f:Fact) WHERE f.withdrawnAt IS NULL
    RETURN collect([f.id, f.valueKey, f.subject, f.value, f.text, f.valueType, f.valueEntity, f.qualifiers]) AS contents
  }
  RETURN s, p, pointers, challenges, supports, contents
}
RETURN k AS slotKey, pointers, challenges, supports, contents, coalesce(p.separators, []) AS separators,
  {tail: s.tail, challenge: s.challenge, defaults: s.defaults, settings: s.settings, past: s.past, contested: s.contested} AS slot
