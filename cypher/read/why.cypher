// Every version of a fact with what each is based on, what speaks against it, and what it took over from and gave way to.
// @mode read
// @returns many
// @param idKey string
// @column slotKey string
// @column fact map
// @column basedOn list
// @column challengers list
// @column older list
// @column newer list
WITH $idKey AS k
MATCH (f:Fact {idKey: k})<-[:VERSION]-(s:Slot)
CALL (f) { MATCH (f)-[:VALUE]->(e:Entity) RETURN head(collect(e.name)) AS entityName }
CALL (f) { MATCH (f)-[:BASED_ON]->(c:Claim) RETURN collect(c.id) AS basedOn }
CALL (f) { MATCH (f)<-[:CHALLENGES]-(c:Claim) RETURN collect(c.id) AS challengers }
CALL (f) {
  MATCH (f)-[t:SUPERSEDES]->(o:Fact)
  CALL (o) { MATCH (o)-[:VALUE]->(e:Entity) RETURN head(collect(e.name)) AS entityName }
  RETURN collect({fact: o {.*, entityName: entityName}, by: t.by, at: t.at}) AS older
}
CALL (f) {
  MATCH (f)<-[u:SUPERSEDES]-(n:Fact)
  CALL (n) { MATCH (n)-[:VALUE]->(e:Entity) RETURN head(collect(e.name)) AS entityName }
  RETURN collect({fact: n {.*, entityName: entityName}, by: u.by, at: u.at}) AS newer
}
RETURN s.key AS slotKey, f {.*, entityName: entityName} AS fact, basedOn, challengers, older, newer
