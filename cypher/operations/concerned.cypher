// What an operation changed beside claims; ids of entities and names of predicates are encoded.
// @mode read
// @returns many
// @param key string
// @column entities list
// @column predicates list
// @column reviews list
WITH $key AS k
MATCH (o:Operation {key: k})
CALL (o) { MATCH (o)-[:CHANGED]->(e:Entity) RETURN collect(e.id) AS entities }
CALL (o) { MATCH (o)-[:CHANGED]->(p:Predicate) RETURN collect(p.name) AS predicates }
CALL (o) { MATCH (o)-[:CHANGED]->(r:Review) RETURN collect(r.id) AS reviews }
RETURN entities, predicates, reviews
