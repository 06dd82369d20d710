// The slots in order of their keys, a page at a time and with how much each holds, for an audit that takes one after the other.
// @mode read
// @returns many
// @scan an audit reads everything
// @param after string
// @param until string
// @param limit integer
// @column slotKey string
// @column size integer
MATCH (s:Slot) WHERE s.key > $after AND s.key < $until
WITH s ORDER BY s.key LIMIT $limit
RETURN s.key AS slotKey, COUNT { (s)-[:CLAIM]->(:Claim) } + COUNT { (s)-[:VERSION]->(:Fact) } AS size
ORDER BY slotKey
