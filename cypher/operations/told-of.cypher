// The claims told of entities, as subject or value, since a recorded time that are believed, with the names by which they were told.
// @mode read
// @returns many
// @param keys list
// @param since integer
// @column id string
// @column kind string
// @column of string?
// @column subject string
// @column valueEntity string?
// @column named string?
// @column text string?
CALL () {
  UNWIND $keys AS k
  MATCH (e:Entity {key: k})-[:HAS]->(:Slot)-[:CLAIM]->(c:Claim) WHERE c.subject = e.id AND c.recordedAt > $since
  RETURN c.key AS found
  UNION
  UNWIND $keys AS k
  MATCH (c:Claim {valueEntity: k}) WHERE c.recordedAt > $since
  RETURN c.key AS found
}
WITH DISTINCT found
MATCH (x:Claim {key: found}) WHERE x.withdrawnAt IS NULL
RETURN x.id AS id, x.kind AS kind, x.of AS of, x.namespace + '|' + x.subject AS subject, x.valueEntity AS valueEntity, x.named AS named, x.text AS text
