// The facts of a namespace that were recorded in a stretch of time, as they stood at one instant and were known at another, in the order
// they were recorded in; they begin after (`afterAt`, `afterKey`). It reads at most `most` facts: where `seen` is as many, there may be
// more, and the stretch is to be asked for in parts. Filters that are null don't count; `parts` are stretches of the JSON of the qualifiers. Without
// `valid` a fact stands as at `at`, or when it was last written if that is a moment later.
// @mode read
// @returns one
// @param namespace string
// @param subject string?
// @param predicates list?
// @param valueKeys list?
// @param parts list
// @param valid integer?
// @param at integer
// @param known integer
// @param statuses list
// @param visibility string
// @param afterAt integer
// @param afterKey string
// @param from integer
// @param until integer
// @param most integer
// @param limit integer
// @column seen integer
// @column page list
MATCH (g:Fact {namespace: $namespace})
WHERE g.recordedAt >= $from AND g.recordedAt < $until
WITH g LIMIT $most
WITH collect(g) AS gs
WITH size(gs) AS seen, CASE WHEN size(gs) < $most THEN gs ELSE [] END AS fs
CALL (fs) {
  WITH fs, $valid AS valid, $at AS at, $known AS r, $subject AS subject, $predicates AS predicates, $valueKeys AS valueKeys, $parts AS parts,
       $statuses AS statuses, $visibility AS visibility, $afterAt AS afterAt, $afterKey AS afterKey
  UNWIND fs AS f
  WITH f, valid, at, r, subject, predicates, valueKeys, parts, statuses, visibility, afterAt, afterKey
  WHERE f.recordedAt <= r AND (subject IS NULL OR f.subject = subject) AND (predicates IS NULL OR f.predicate IN predicates)
    AND (valueKeys IS NULL OR f.valueKey IN valueKeys) AND (size(parts) = 0 OR all(p IN parts WHERE f.qualifiers CONTAINS '{' + p OR f.qualifiers CONTAINS ',' + p))
    AND (visibility = 'all' OR (visibility = 'archived') = (f.archivedAt IS NOT NULL))
    AND f.recordedAt >= afterAt AND CASE WHEN f.recordedAt = afterAt THEN f.key > afterKey ELSE true END
  WITH f, r, statuses, coalesce(valid, CASE WHEN f.endedAt <= r AND f.endedAt > at THEN f.endedAt WHEN f.recordedAt > at THEN f.recordedAt ELSE at END) AS v
  WITH f, r, statuses, CASE
    WHEN f.withdrawnAt <= r THEN 'withdrawn'
    WHEN f.validFrom > v THEN 'scheduled'
    WHEN f.endedAt <= r AND f.validTo <= v THEN CASE WHEN f.supersededBy IS NULL THEN 'ended' ELSE 'superseded' END
    ELSE 'current' END AS status
  WHERE status IN statuses
  WITH f, r ORDER BY f.recordedAt, f.key LIMIT $limit
  CALL (f) { MATCH (f)<-[:VERSION]-(s:Slot) RETURN head(collect(s.key)) AS slotKey }
  CALL (f, r) { MATCH (f)-[b:BASED_ON]->(:Claim) WHERE b.at <= r RETURN max(b.confidence) AS knownConfidence }
  CALL (f, r) { MATCH (f)-[t:SUPERSEDES]->(o:Fact) WHERE t.at <= r AND coalesce(o.withdrawnAt, 9007199254740991) > r RETURN head(collect(o.id)) AS older }
  CALL (f, r) { MATCH (f)<-[u:SUPERSEDES]-(x:Fact) WHERE u.at <= r AND coalesce(x.withdrawnAt, 9007199254740991) > r RETURN head(collect(x.id)) AS newer }
  CALL (f) { MATCH (f)-[:VALUE]->(e:Entity) RETURN head(collect(e.name)) AS entityName }
  WITH slotKey, f {.*, confidence: knownConfidence, supersedes: older, supersededBy: newer, entityName: entityName} AS fact
  ORDER BY fact.recordedAt, fact.key
  RETURN collect({slotKey: slotKey, fact: fact}) AS page
}
RETURN seen, page
