// Every version of every fact of some slots, with the claims each is based on.
// @mode read
// @returns many
// @param groups list
// @column slotKey string
// @column facts list
UNWIND $groups AS g
MATCH (s:Slot {group: g})
CALL (s) {
  MATCH (s)-[:VERSION]->(x:Fact)
  CALL (x) { MATCH (x)-[:BASED_ON]->(c:Claim) RETURN collect(c.id) AS basedOn }
  CALL (x) { MATCH (x)-[:VALUE]->(o:Entity) RETURN head(collect(o.name)) AS entityName }
  RETURN collect(x {.*, basedOn: basedOn, entityName: entityName}) AS facts
}
RETURN s.key AS slotKey, facts
