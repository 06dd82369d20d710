// Takes idempotency keys for requests, or says which request has one and which of its rows were refused. A key older than `keepMs` is
// free again.
// @mode write
// @returns many
// @param rows list
// @param keepMs integer
// @column seq integer
// @column request string
// @column openedAt integer
// @column refused string?
UNWIND $rows AS row
MERGE (i:Idempotency {key: row.key}) ON CREATE SET i.namespace = row.namespace, i.request = row.request, i.openedAt = $now
SET i.lock = true
WITH row, i, i.openedAt AS openedAt, $now AS now
FOREACH (_ IN CASE WHEN openedAt < now - $keepMs THEN [1] ELSE [] END | SET i.request = row.request, i.openedAt = now, i.refused = null)
RETURN row.seq AS seq, i.request AS request, i.openedAt AS openedAt, i.refused AS refused
