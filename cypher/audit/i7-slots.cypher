// I7: the slots in which something is said that holds by other facts, or was derived from them.
// @mode read
// @returns many
// @scan an audit reads everything
// @param after string
// @param until string
// @param limit integer
// @column slotKey string
MATCH (s:Slot) WHERE s.key > $after AND s.key < $until
CALL (s) { MATCH (s)-[:CLAIM]->(c:Claim) WHERE c.withdrawnAt IS NULL AND (c.dependsOn IS NOT NULL OR c.causedBy IS NOT NULL) RETURN count(c) AS found }
WITH s, found WHERE found > 0
RETURN s.key AS slotKey
ORDER BY slotKey LIMIT $limit
