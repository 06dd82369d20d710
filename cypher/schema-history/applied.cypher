// The versions a graph has been given, to compare with the files of this release. `chain` keeps tests on a shared server apart.
// @mode read
// @returns many
// @param chain string
// @column version integer
// @column description string
// @column checksum string
// @column appliedAt integer
// @scan one node per version, read once at start
MATCH (v:SchemaVersion)
WHERE v.chain = $chain
RETURN v.version AS version, v.description AS description, v.checksum AS checksum, v.appliedAt AS appliedAt
ORDER BY version
