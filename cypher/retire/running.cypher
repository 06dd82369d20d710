// The operation for which an entity is frozen, if it is.
// @mode read
// @returns many
// @param key string
// @column id string
// @column asked string
// @column work string
// @column plan string?
// @column done integer
WITH $key AS k
MATCH (e:Entity {key: k}) WHERE e.state = 'frozen'
WITH split(k, '|')[0] + '|' + e.frozenBy AS o
CALL (o) {
  MATCH (x:Operation {key: o})
  RETURN x.id AS id, x.asked AS asked, x.work AS work, x.plan AS plan, x.done AS done
}
RETURN id, asked, work, plan, done
