// Ties an operation to the entities, predicates and reviews that it changed.
// @mode write
// @returns none
// @param key string
// @param entities list
// @param predicates list
// @param reviews list
// @example {"key": "x|o_1", "entities": ["x|user:ada"], "predicates": ["x|works_at"], "reviews": ["x|r_1"]}
WITH $key AS key
CALL (key) {
  UNWIND $entities AS k
  MATCH (o:Operation {key: key}) MATCH (e:Entity {key: k})
  CREATE (o)-[:CHANGED]->(e)
}
CALL (key) {
  UNWIND $predicates AS k
  MATCH (o:Operation {key: key}) MATCH (p:Predicate {key: k})
  CREATE (o)-[:CHANGED]->(p)
}
CALL (key) {
  UNWIND $reviews AS k
  MATCH (o:Operation {key: key}) MATCH (r:Review {key: k})
  CREATE (o)-[:CHANGED]->(r)
}
