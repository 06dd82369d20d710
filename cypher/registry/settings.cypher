// What was set for a namespace; no row where nothing ever was.
// @mode read
// @returns many
// @param namespace string
// @column settings string
// @column version integer
WITH $namespace AS k
MATCH (n:Namespace {key: k}) WHERE n.settingsVersion IS NOT NULL
RETURN n.settings AS settings, n.settingsVersion AS version
