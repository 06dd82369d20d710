// What was done to some claims on purpose, and operations known by their key.
// @mode read
// @returns many
// @param claimKeys list
// @param operationKeys list
// @column id string
// @column kind string
// @column at integer
// @column by string?
// @column reason string?
// @column undoes string?
// @column undoneBy string?
CALL () {
  UNWIND $claimKeys AS k
  MATCH (:Claim {key: k})<-[:CHANGED]-(o:Operation)
  RETURN o
  UNION
  UNWIND $operationKeys AS k
  MATCH (o:Operation {key: k})
  RETURN o
}
RETURN o.id AS id, o.kind AS kind, o.at AS at, o.by AS by, o.reason AS reason, o.undoes AS undoes, o.undoneBy AS undoneBy
ORDER BY at, id
