// An operation as undoing it needs it: what it takes back (`undoes`, `base`: the act at the bottom), and of an act the last undo of it and
// since when it is in effect or not.
// @mode read
// @returns many
// @param key string
// @column id string
// @column kind string
// @column at integer
// @column since integer
// @column reply string
// @column undoneBy string?
// @column base string?
// @column last string?
// @column before string?
// @column after string?
WITH $key AS k
MATCH (o:Operation {key: k})
RETURN o.id AS id, o.kind AS kind, o.at AS at, coalesce(o.since, o.at) AS since, o.reply AS reply, o.undoneBy AS undoneBy, o.base AS base, o.last AS last,
  o.before AS before, o.after AS after
