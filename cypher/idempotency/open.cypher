// Takes an idempotency key for a request, or says which request has it. A key older than `keepMs` is free again.
// @mode write
// @returns one
// @param key string
// @param namespace string
// @param request string
// @param keepMs integer
// @column request string
// @column openedAt integer
MERGE (i:Idempotency {key: $key}) ON CREATE SET i.namespace = $namespace, i.request = $request, i.openedAt = $now
SET i.lock = true
WITH i, i.openedAt AS openedAt, $now AS now
FOREACH (_ IN CASE WHEN openedAt < now - $keepMs THEN [1] ELSE [] END | SET i.request = $request, i.openedAt = now)
RETURN i.request AS request, i.openedAt AS openedAt
