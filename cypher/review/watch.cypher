// Marks slots whose claims somebody is asked about, so that whatever is told next goes through the fold, which sees what that settles.
// @mode write
// @returns none
// @param slots list
UNWIND $slots AS k
CALL (k) {
  MATCH (s:Slot {key: k})
  CALL (s) {
    MATCH (s)-[:CLAIM]->(c:Claim)
    MATCH (c)<-[:ABOUT]-(r:Review)
    WHERE r.state IN ['open', 'deferred'] AND r.kind IN ['contested-value', 'equal-starts', 'late-change']
    RETURN count(r) AS pending
  }
  SET s.watched = pending > 0
}
