// Writes a judgement on two entities into the ledger.
// @mode write
// @returns many
// @param key string
// @param aKey string
// @param bKey string
// @param properties map
// @column key string
WITH $key AS k, $aKey AS a, $bKey AS b
CALL (k) { MERGE (j:Judgement {key: k}) ON CREATE SET j += $properties }
CALL (k, a, b) {
  UNWIND [a, b] AS e
  MATCH (j:Judgement {key: k}) MATCH (x:Entity {key: e})
  MERGE (j)-[:OF]->(x)
}
RETURN k AS key
