// Waits for whoever changes the schema, and keeps others off until the transaction ends.
// @mode write
// @scan a node, or one for each process that came at once
// @returns one
// @column locked integer
MATCH (l:SchemaLock) SET l.lock = true
RETURN count(l) AS locked
