// A node to lock for who changes the schema. Two processes may make one each.
// @mode write
// @scan a node, or one for each process that came at once
// @returns none
MERGE (:SchemaLock {key: 'schema'})
