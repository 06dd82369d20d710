// A node to lock for who changes the schema. Two processes may make one each.
// @mode write
// @returns none
MERGE (:SchemaLock {key: 'schema'})
