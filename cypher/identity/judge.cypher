// Writes judgements on two entities each into the ledger; one that is there already stays as it is.
// @mode write
// @returns none
// @param rows list
// @example {"rows": [{"key": "x|j_1", "aKey": "x|user:ada", "bKey": "x|user:ben", "properties": {"id": "j_1", "namespace": "x", "verdict": "same"}}]}
UNWIND $rows AS row
CALL (row) {
  MERGE (j:Judgement {key: row.key}) ON CREATE SET j += row.properties
}
CALL (row) {
  UNWIND [row.aKey, row.bKey] AS k
  MATCH (j:Judgement {key: row.key}) MATCH (e:Entity {key: k})
  MERGE (j)-[:OF]->(e)
}
