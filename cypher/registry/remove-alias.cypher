// Takes a name from those of the entities that have it. The name is locked first, as where names are given.
// @mode write
// @returns many
// @param aliasKey string
// @param owners list
// @column of string
WITH $aliasKey AS k
MATCH (a:Alias {key: k}) SET a.lock = true
WITH a
MATCH (a)-[r:REFERS_TO]->(e:Entity) WHERE e.key IN $owners
DELETE r
RETURN e.key AS of
