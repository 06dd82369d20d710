// The ledger of entities, latest first.
// @mode read
// @returns many
// @param keys list
// @column id string
// @column a string
// @column b string
// @column verdict string
// @column at integer
// @column by string?
// @column score number?
// @column rule string?
// @column reason string?
// @column operationId string?
UNWIND $keys AS k
MATCH (e:Entity {key: k})<-[:OF]-(j:Judgement)
WITH DISTINCT j
RETURN j.id AS id, j.a AS a, j.b AS b, j.verdict AS verdict, j.at AS at, j.by AS by, j.score AS score, j.rule AS rule, j.reason AS reason, j.operationId AS operationId
ORDER BY at DESC, id DESC
