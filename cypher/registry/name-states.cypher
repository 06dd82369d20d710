// Locks names in one order and says of each how it is written, who has it, as what and since when, and whom it doesn't mean any more.
// `apart`: the key under which those are kept.
// @mode write
// @returns many
// @param rows list
// @example {"rows": [{"key": "x|ada", "apart": "x|apart|ada"}]}
// @column key string
// @column text string?
// @column refs list
// @column away list
UNWIND $rows AS row
WITH row ORDER BY row.key
CALL (row) { MATCH (l:Alias {key: row.key}) SET l.lock = true }
CALL (row) { MATCH (a:Alias {key: row.key}) RETURN head(collect(a.text)) AS text }
CALL (row) {
  MATCH (b:Alias {key: row.key})-[r:REFERS_TO]->(e:Entity)
  RETURN collect({of: e.key, kind: r.kind, source: r.source, since: r.since}) AS refs
}
CALL (row) {
  MATCH (n:NameKey {key: row.apart})-[:LEADS_TO]->(o:Entity)
  RETURN collect(o.key) AS away
}
RETURN row.key AS key, text, refs, away
