// Takes a redirect away: the entity stands for itself again, and those merged into it stand for it. Run under the lock.
// @mode write
// @returns many
// @param key string
// @param members list
// @param by string
// @column id string
WITH $key AS k
MATCH (e:Entity {key: k})-[x:MERGED_INTO]->(:Entity) WHERE x.by = $by
DELETE x
SET e.state = 'active', e.root = null
WITH e
CALL () {
  UNWIND $members AS m
  MATCH (o:Entity {key: m}) SET o.root = $key
}
RETURN e.id AS id
