// Brings entities into a namespace with the aliases they answer to; what is there already stays as it is. An alias that is to be `owned`
// may not lead to another entity (of `type`, if that is given): then nothing is made of the row, and it says whose it is. One that is
// `spare` and another's is left out. Nor is anything made of a row if one of its keys `alike` leads to an entity that is not among those
// `met` when it was decided that it is new. Aliases and those keys are locked first, sorted, so that of two callers one sees the other's.
// @mode write
// @returns many
// @param rows list
// @column key string
// @column taken list
UNWIND $rows AS r0
UNWIND r0.aliases AS a0
WITH a0.key AS k, head(collect(r0.namespace)) AS ns0 ORDER BY k
CALL (k, ns0) {
  MERGE (l:Alias {key: k}) ON CREATE SET l.namespace = ns0
  SET l.lock = true
}
WITH count(k) AS locked
CALL () {
  UNWIND $rows AS r1
  UNWIND r1.alike AS j
  WITH j, head(collect(r1.namespace)) AS ns ORDER BY j
  CALL (j, ns) {
    MERGE (z:NameKey {key: j}) ON CREATE SET z.namespace = ns
    SET z.lock = true
  }
  RETURN count(j) AS tied
}
UNWIND $rows AS row
WITH row ORDER BY row.key
CALL (row) {
  CALL (row) {
    UNWIND row.aliases AS b
    MATCH (x:Alias {key: b.key})-[:REFERS_TO]->(o:Entity)
    WHERE o.key <> row.key AND (b.spare OR (b.owned AND (row.type IS NULL OR o.type = row.type)))
    RETURN collect({alias: b.key, owner: o.id, owned: b.owned}) AS held
  }
  CALL (row) {
    UNWIND row.alike AS j
    MATCH (:NameKey {key: j})-[:LEADS_TO]->(o:Entity) WHERE o.key <> row.key AND NOT o.key IN row.met
    RETURN collect({alias: j, owner: o.id}) AS others0
  }
  WITH row, others0 + [h IN held WHERE h.owned | {alias: h.alias, owner: h.owner}] AS taken, [h IN held WHERE NOT h.owned | h.alias] AS others
  FOREACH (_ IN CASE WHEN size(taken) = 0 THEN [1] ELSE [] END |
    MERGE (n:Entity {key: row.key}) ON CREATE SET n += row.properties, n.lastRecorded = 0, n.state = 'active', n.createdAt = $now)
  WITH *
  CALL (row, taken, others) {
    UNWIND CASE WHEN size(taken) = 0 THEN [g IN row.aliases WHERE NOT g.key IN others] ELSE [] END AS a
    MATCH (e:Entity {key: row.key}) MATCH (y:Alias {key: a.key})
    MERGE (y)-[link:REFERS_TO]->(e)
    ON CREATE SET link += a.how, link.since = CASE WHEN e.createdAt <> $now THEN $now END
    SET y.text = coalesce(y.text, a.text)
    WITH a, e
    UNWIND a.keys AS n
    MERGE (z:NameKey {key: n.key}) ON CREATE SET z.namespace = e.namespace
    MERGE (z)-[lead:LEADS_TO]->(e)
    SET lead.form = coalesce(lead.form, n.form)
  }
  RETURN taken
}
RETURN row.key AS key, taken
