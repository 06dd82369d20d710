// A page of the operations that changed what a fact rests on, ended or withdrew it, the newest first.
// @mode read
// @returns many
// @param idKey string
// @param kinds list?
// @param since integer
// @param beforeAt integer
// @param beforeId string
// @param limit integer
// @column key string
CALL () {
  WITH $idKey AS k
  MATCH (f:Fact {idKey: k})-[:BASED_ON]->(:Claim)<-[:CHANGED]-(x:Operation)
  RETURN x.key AS found
  UNION
  WITH $idKey AS k
  MATCH (f:Fact {idKey: k})
  UNWIND [f.withdrawnBy, f.endedBy] AS by
  WITH f.namespace + '|' + by AS ck
  MATCH (:Claim {key: ck})<-[:CHANGED]-(x:Operation)
  RETURN x.key AS found
  UNION
  WITH $idKey AS k
  MATCH (f:Fact {idKey: k})
  WITH f.namespace + '|' + f.withdrawnBy AS ok
  MATCH (x:Operation {key: ok})
  RETURN x.key AS found
}
WITH DISTINCT found
MATCH (o:Operation {key: found})
WHERE ($kinds IS NULL OR o.kind IN $kinds) AND o.at >= $since AND CASE WHEN o.at = $beforeAt THEN o.id < $beforeId ELSE o.at < $beforeAt END
WITH o ORDER BY o.at DESC, o.id DESC LIMIT $limit
RETURN o.key AS key
