// Ties an operation to the entities, predicates and reviews that it changed.
// @mode write
// @returns none
// @param key string
// @param entities list
// @param predicates list
// @param reviews list
// @example {"key": "x|o_1", "entities": [{"key": "x|user:ada", "how": "about"}], "predicates": [{"key": "x|works_at", "how": "set"}], "reviews": [{"key": "x|r_1", "how": "decided"}]}
WITH $key AS key
CALL (key) {
  UNWIND $entities AS row
  MATCH (o:Operation {key: key}) MATCH (e:Entity {key: row.key})
  CREATE (o)-[:CHANGED {how: row.how, was: row.was}]->(e)
}
CALL (key) {
  UNWIND $predicates AS row
  MATCH (o:Operation {key: key}) MATCH (p:Predicate {key: row.key})
  CREATE (o)-[:CHANGED {how: row.how, was: row.was}]->(p)
}
CALL (key) {
  UNWIND $reviews AS row
  MATCH (o:Operation {key: key}) MATCH (r:Review {key: row.key})
  CREATE (o)-[:CHANGED {how: row.how, was: row.was}]->(r)
}
