// The slots that concern an entity, by subject and predicate: those it has, and those of facts that point to it.
// @mode read
// @returns many
// @param subjects list
// @param values list
// @param predicates list?
// @column grp string
CALL () {
  UNWIND $subjects AS k
  MATCH (:Entity {key: k})-[:HAS]->(s:Slot)
  WHERE $predicates IS NULL OR s.predicate IN $predicates
  RETURN s.group AS grp
  UNION
  UNWIND $values AS k
  MATCH (:Entity {key: k})<-[:VALUE]-(f:Fact)<-[:VERSION]-(s:Slot)
  WHERE f.predicate IN $predicates
  RETURN s.group AS grp
}
RETURN grp
