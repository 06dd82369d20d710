// What held at one instant as it was known at another, slot by slot, and how much was left out then. It reads every version.
// @mode read
// @returns many
// @param groups list
// @param subject string?
// @param valueEntity string?
// @param valid integer
// @param known integer
// @column slotKey string
// @column grp string
// @column separators string
// @column past integer
// @column scheduled integer
// @column contested integer
// @column facts list
WITH $valid AS v, $known AS r, $subject AS subject, $valueEntity AS valueEntity
UNWIND $groups AS g
MATCH (s:Slot {group: g})-[:VERSION]->(f:Fact)
WHERE f.recordedAt <= r AND coalesce(f.withdrawnAt, 9007199254740991) > r
  AND (subject IS NULL OR f.subject = subject) AND (valueEntity IS NULL OR f.valueEntity = valueEntity)
WITH s, f, v, r, CASE WHEN f.endedAt <= r THEN coalesce(f.validTo, 9007199254740991) ELSE 9007199254740991 END AS until
WITH s, r, sum(CASE WHEN until <= v THEN 1 ELSE 0 END) AS past, sum(CASE WHEN f.validFrom > v THEN 1 ELSE 0 END) AS scheduled,
     collect(CASE WHEN f.validFrom <= v AND v < until THEN f END) AS held
CALL (held, r) {
  UNWIND held AS x
  CALL (x, r) { MATCH (x)-[b:BASED_ON]->(:Claim) WHERE b.at <= r RETURN max(b.confidence) AS known }
  CALL (x, r) { MATCH (x)-[t:SUPERSEDES]->(o:Fact) WHERE t.at <= r AND coalesce(o.withdrawnAt, 9007199254740991) > r RETURN head(collect(o.id)) AS older }
  CALL (x, r) { MATCH (x)<-[u:SUPERSEDES]-(n:Fact) WHERE u.at <= r AND coalesce(n.withdrawnAt, 9007199254740991) > r RETURN head(collect(n.id)) AS newer }
  CALL (x) { MATCH (x)-[:VALUE]->(e:Entity) RETURN head(collect(e.name)) AS entityName }
  RETURN collect(x {.*, confidence: known, supersedes: older, supersededBy: newer, entityName: entityName}) AS facts
}
RETURN s.key AS slotKey, s.group AS grp, s.separators AS separators,
       past, scheduled, s.contested AS contested, facts
