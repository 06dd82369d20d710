// Ties claims to the facts that they depend on: to the version that is believed when they are made, else to the last one. `group`: the
// facts of one group are needed together, one group is enough. The slots of the claims that those rest on say that something does.
// @mode write
// @returns none
// @param rows list
UNWIND $rows AS row
CALL (row) {
  MATCH (f:Fact {idKey: row.idKey})
  WITH f, CASE WHEN f.withdrawnAt IS NULL THEN 1 ELSE 0 END AS live ORDER BY live DESC, f.version DESC
  RETURN collect(f) AS versions
}
WITH row, head(versions) AS fact WHERE fact IS NOT NULL
MATCH (c:Claim {key: row.claimKey})
CREATE (c)-[:DEPENDS_ON {group: row.group}]->(fact)
WITH fact
MATCH (fact)-[:BASED_ON]->(:Claim)<-[:CLAIM]-(s:Slot)
SET s.bears = true
