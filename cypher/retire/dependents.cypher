// The facts that hold at a time or later and rest on claims that depend on other facts, or on what those were once (`named`). Of each: what its claims depend on, and how many
// they are; where there are more claims than dependencies, it also holds by itself.
// @mode read
// @returns many
// @param keys list
// @param at integer
// @column cause string
// @column named string
// @column factId string
// @column dependsOn list
// @column claims integer
UNWIND $keys AS k
CALL (k) {
  MATCH (y:Fact {idKey: k})-[:BASED_ON]->(b:Claim)
  RETURN DISTINCT y.id AS cause, b.key AS basis
}
CALL (basis) {
  MATCH (:Claim {key: basis})<-[:BASED_ON]-(g:Fact)
  WITH DISTINCT g.idKey AS idKey
  MATCH (x:Fact {idKey: idKey})<-[:DEPENDS_ON]-(c:Claim)<-[:BASED_ON]-(f:Fact)
  WHERE c.withdrawnAt IS NULL AND f.withdrawnAt IS NULL AND coalesce(f.validTo, 9007199254740991) > $at
  RETURN DISTINCT x.id AS named, f.key AS factKey
}
WITH DISTINCT cause, named, factKey
CALL (factKey) {
  MATCH (f:Fact {key: factKey})-[:BASED_ON]->(c:Claim) WHERE c.withdrawnAt IS NULL
  RETURN f.id AS factId, collect(c.dependsOn) AS dependsOn, count(c) AS claims
}
RETURN cause, named, factId, dependsOn, claims
