// What a list of the facts of a namespace begins with: how many there are of each status that it may leave out, and when the last of them
// was written, so that the walk over its pages sees one state, by the clock that records. Parameters as for the pages.
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
// @column now integer
// @column first integer?
// @column facts integer
// @column last integer?
// @column scheduled integer
// @column superseded integer
// @column ended integer
// @column archived integer
WITH $namespace AS n, $valid AS valid, $at AS at, $known AS r, $subject AS subject, $predicates AS predicates, $valueKeys AS valueKeys, $parts AS parts, $statuses AS statuses, $visibility AS visibility
MATCH (f:Fact {namespace: n})
WHERE f.recordedAt <= r AND (subject IS NULL OR f.subject = subject) AND (predicates IS NULL OR f.predicate IN predicates)
  AND (valueKeys IS NULL OR f.valueKey IN valueKeys) AND (size(parts) = 0 OR all(p IN parts WHERE f.qualifiers CONTAINS '{' + p OR f.qualifiers CONTAINS ',' + p))
WITH f, r, statuses, visibility, coalesce(valid, CASE WHEN f.endedAt <= r AND f.endedAt > at THEN f.endedAt WHEN f.recordedAt > at THEN f.recordedAt ELSE at END) AS v
WITH statuses, CASE WHEN visibility = 'live' AND f.archivedAt IS NOT NULL THEN 1 ELSE 0 END AS unseen, f.recordedAt AS a, f.endedAt AS b, f.withdrawnAt AS c, CASE
  WHEN f.withdrawnAt <= r THEN 'withdrawn'
  WHEN f.validFrom > v THEN 'scheduled'
  WHEN f.endedAt <= r AND f.validTo <= v THEN CASE WHEN f.supersededBy IS NULL THEN 'ended' ELSE 'superseded' END
  ELSE 'current' END AS status
WITH min(a) AS first, count(a) AS facts, max(CASE WHEN c >= coalesce(b, a) THEN c ELSE coalesce(b, a) END) AS last, coalesce(sum(CASE WHEN status = 'scheduled' THEN 1 ELSE 0 END), 0) AS scheduled,
       coalesce(sum(CASE WHEN status = 'superseded' THEN 1 ELSE 0 END), 0) AS superseded, coalesce(sum(CASE WHEN status = 'ended' THEN 1 ELSE 0 END), 0) AS ended,
       coalesce(sum(CASE WHEN status IN statuses THEN unseen ELSE 0 END), 0) AS archived
RETURN $now AS now, first, facts, last, scheduled, superseded, ended, archived
