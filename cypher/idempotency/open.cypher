// Takes an idempotency key for a request, or says which request has it and which of its rows were refused. A key older than `keepMs` is
// free again.
// @mode write
// @returns one
// @param key string
// @param namespace string
// @param request string
// @param keepMs integer
// @column request string
// @column openedAt integer
// @column refused string?
MERGE (i:Idempotency {key: $key}) ON CREATE SET i.namespace = $namespace, i.request = $request, i.openedAt = $now
SET i.lock = true
WITH i, i.openedAt AS openedAt, $now AS now
FOREACH (_ IN CASE WHEN openedAt < now - $keepMs THEN [1] ELSE [] END | SET i.request = $request, i.openedAt = now, i.refused = null)
RETURN i.request AS request, i.openedAt AS openedAt, i.refused AS refused
