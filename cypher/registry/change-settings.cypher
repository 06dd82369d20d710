// Sets what is decided for a namespace, unless somebody else changed it since it was read: then it answers nothing.
// @mode write
// @returns many
// @param namespace string
// @param expectedVersion integer
// @param settings string
// @column version integer
WITH $namespace AS k
CALL (k) {
  MERGE (n:Namespace {key: k})
  SET n.lock = true
  RETURN n
}
WITH n WHERE coalesce(n.settingsVersion, 0) = $expectedVersion
SET n.settings = $settings, n.settingsVersion = $expectedVersion + 1
RETURN n.settingsVersion AS version
