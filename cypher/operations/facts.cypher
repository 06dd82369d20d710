// The facts that an operation made, ended or withdrew: of the slots of its claims, of its predicates, and of what rested on its claims.
// `by`: what they name as the reason, the operation and the claims that it added.
// @mode read
// @returns many
// @param key string
// @param by list
// @param at integer
// @column id string
// @column withdrawn boolean
// @column made boolean
CALL () {
  WITH $key AS k
  MATCH (:Operation {key: k})-[:CHANGED]->(:Claim)<-[:CLAIM]-(s:Slot)-[:VERSION]->(x:Fact)
  RETURN x.key AS found
  UNION
  WITH $key AS k
  MATCH (:Operation {key: k})-[:CHANGED]->(:Claim)<-[:BASED_ON]-(x:Fact)
  RETURN x.key AS found
  UNION
  WITH $key AS k
  MATCH (:Operation {key: k})-[:CHANGED]->(p:Predicate)
  WITH p.key AS pk
  MATCH (s:Slot {predicateKey: pk})-[:VERSION]->(x:Fact)
  RETURN x.key AS found
}
WITH DISTINCT found
MATCH (f:Fact {key: found})
WHERE f.withdrawnBy IN $by OR f.recordedAt = $at OR f.endedAt = $at
RETURN f.id AS id, coalesce(f.withdrawnBy IN $by, false) AS withdrawn, f.recordedAt = $at AND f.version = 1 AS made
