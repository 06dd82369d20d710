// What facts say, by their ids.
// @mode read
// @returns many
// @param keys list
// @column factId string
// @column subject string
// @column predicate string
// @column value any
UNWIND $keys AS k
CALL (k) {
  MATCH (f:Fact {idKey: k})
  WITH f ORDER BY f.version DESC
  RETURN head(collect(f)) AS fact
}
WITH fact WHERE fact IS NOT NULL
RETURN fact.id AS factId, fact.subject AS subject, fact.predicate AS predicate, fact.value AS value
