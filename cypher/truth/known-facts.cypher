// Which of these are facts, and who owns the slots that they are or were in.
// @mode read
// @returns many
// @param keys list
// @column idKey string
// @column ownerKeys list
UNWIND $keys AS k
CALL (k) { MATCH (f:Fact {idKey: k})<-[:VERSION]-(s:Slot) RETURN collect(DISTINCT s.namespace + '|' + s.subject) AS ownerKeys }
WITH k, ownerKeys WHERE size(ownerKeys) > 0
RETURN k AS idKey, ownerKeys
