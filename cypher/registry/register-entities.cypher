// Brings entities into a namespace with the aliases they answer to; what is there already stays as it is.
// @mode write
// @returns many
// @param rows list
// @column key string
// @column created boolean
UNWIND $rows AS row
WITH row ORDER BY row.key
CALL (row) {
  MERGE (e:Entity {key: row.key}) ON CREATE SET e += row.properties, e.lastRecorded = 0, e.state = 'active', e.createdAt = $now, e.fresh = true
  WITH row, e, e.fresh = true AS created
  FOREACH (_ IN CASE WHEN created THEN [1] ELSE [] END | SET e.fresh = null)
  FOREACH (a IN row.aliases |
    MERGE (x:Alias {key: a.key}) ON CREATE SET x.namespace = row.namespace, x.text = a.text
    MERGE (x)-[:REFERS_TO]->(e))
  RETURN coalesce(created, false) AS created
}
RETURN row.key AS key, created
