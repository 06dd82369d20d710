// Every end that was ever derived for claims: from when on it was believed, and until when. Run under the lock.
// @mode read
// @returns many
// @param keys list
// @column of string
// @column start integer
// @column to integer?
// @column causedBy string
// @column recordedAt integer
// @column withdrawnAt integer?
UNWIND $keys AS k
MATCH (c:Claim {key: k})
MATCH (d:Claim {of: c.id}) WHERE d.kind = 'end' AND d.namespace = c.namespace
RETURN c.id AS of, d.start AS start, d.to AS to, d.causedBy AS causedBy, d.recordedAt AS recordedAt, d.withdrawnAt AS withdrawnAt
