// Two processes may apply the same version at once: the first records it, the second gets the first one's checksum to compare.
// @mode write
// @returns one
// @param key string
// @param chain string
// @param version integer
// @param description string
// @param checksum string
// @column checksum string
WITH $key AS k
MERGE (v:SchemaVersion {key: k})
  ON CREATE SET v.chain = $chain, v.version = $version, v.description = $description, v.checksum = $checksum, v.appliedAt = $now
RETURN v.checksum AS checksum
