// Which of these are facts.
// @mode read
// @returns many
// @param keys list
// @column idKey string
UNWIND $keys AS k
CALL (k) { MATCH (f:Fact {idKey: k}) RETURN count(f) AS versions }
WITH k, versions WHERE versions > 0
RETURN k AS idKey
