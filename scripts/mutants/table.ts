/** What is broken on purpose, and the tests that must notice. A row is all that a new one takes. */
export interface Suite {
  readonly files: readonly string[];
  /** A pattern for the names of the tests. */
  readonly only?: string;
  /** Those of vitest.prove.config.ts. */
  readonly proof?: true;
  /** Without a server its mutants can't be judged. */
  readonly needs?: 'NEO4J_URL';
}

export interface Mutant {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly instead: string;
  readonly killedBy: Suite;
  /** Among the few of `--quick`. */
  readonly quick?: true;
}

const FOLD: Suite = { files: ['test/unit/fold-edges.test.ts'] };
const LOCKS: Suite = { files: ['test/contract/locks.test.ts'], needs: 'NEO4J_URL' };
const CLOCKS: Suite = { files: ['test/contract/locks.test.ts'], only: 'is recorded after' };
const TWICE: Suite = { files: ['test/contract/done-twice.test.ts'] };
const KEYS: Suite = { files: ['test/contract/idempotency.test.ts'] };
const AS_OF: Suite = { files: ['test/contract/as-of-edges.test.ts'] };
const WRITES: Suite = { files: ['test/contract/remember.test.ts', 'test/contract/amend.test.ts', 'test/contract/stories.test.ts'] };
const LATE: Suite = { files: ['test/contract/late-rows.test.ts'] };
const RAW: Suite = { files: ['test/contract/raw-rewrite.test.ts'] };
const FREEZE: Suite = { files: ['test/contract/retire-batches.test.ts'] };
const ARCHIVE: Suite = { files: ['test/contract/archive.test.ts'] };
const RETRY: Suite = { files: ['test/unit/retry.test.ts'] };
const STALE: Suite = { files: ['test/contract/stale.test.ts'] };
const SETTLED: Suite = { files: ['test/contract/stragglers.test.ts'], needs: 'NEO4J_URL' };

const lock = (file: string, text: string, instead = '', quick?: true): Mutant => ({
  file,
  text,
  instead,
  killedBy: LOCKS,
  ...(quick && { quick }),
});
const fold = (text: string, instead: string, quick?: true): Mutant => ({
  file: 'src/domain/layers.ts',
  text,
  instead,
  killedBy: FOLD,
  ...(quick && { quick }),
});
const strength = (text: string, instead: string): Mutant => ({ file: 'src/domain/strength.ts', text, instead, killedBy: FOLD });
const asOf = (text: string, instead: string, quick?: true): Mutant => ({
  file: 'cypher/read/as-of.cypher',
  text,
  instead,
  killedBy: AS_OF,
  ...(quick && { quick }),
});
const assert = (text: string, instead: string, killedBy: Suite, quick?: true): Mutant => ({
  file: 'cypher/truth/assert.cypher',
  text,
  instead,
  killedBy,
  ...(quick && { quick }),
});

export const MUTANTS: readonly Mutant[] = [
  // the lock lines
  lock('cypher/truth/assert.cypher', ' SET l.lock = true', '', true),
  lock('cypher/truth/lock.cypher', ' SET l.lock = true', '', true),
  lock('cypher/truth/rewrite.cypher', ' SET e.lock = true'),
  lock('cypher/read/hold.cypher', ' SET e.lock = true'),
  lock('cypher/review/hold.cypher', ' SET r.lock = true'),
  lock('cypher/idempotency/open.cypher', 'SET i.lock = true\n'),
  lock('cypher/registry/register-entities.cypher', '    SET z.lock = true\n'),
  lock('cypher/registry/name-states.cypher', ' SET l.lock = true'),
  lock('cypher/operations/hold.cypher', 'SET o.lock = true\n', 'WITH o WHERE false\nSET o.lock = true\n'),
  lock('cypher/operations/open-import.cypher', 'SET o.lock = true\n'),
  lock('cypher/registry/register-predicates.cypher', '  SET n.lock = true\n'),
  lock('cypher/registry/change-predicate.cypher', '  SET n.lock = true\n'),
  lock('cypher/registry/change-predicate.cypher', '  SET p.lock = true\n'),
  lock('cypher/registry/change-settings.cypher', '  SET n.lock = true\n'),
  lock('cypher/registry/remove-alias.cypher', ' SET a.lock = true'),

  // the recorded clock never goes back
  assert('CASE WHEN now > last THEN now ELSE last + 1 END', 'now', CLOCKS, true),
  {
    file: 'cypher/truth/lock.cypher',
    text: 'CASE WHEN now > last THEN now ELSE last + 1 END AS rec',
    instead: 'now AS rec',
    killedBy: CLOCKS,
    quick: true,
  },

  // what was done before is looked up
  assert('WHEN old IS NOT NULL THEN old.reply', "WHEN old IS NOT NULL THEN 'inserted'", TWICE),
  assert('WHERE old IS NULL AND NOT outcome', 'WHERE NOT outcome', TWICE, true),
  { file: 'cypher/truth/place.cypher', text: 'old.reply AS reply', instead: 'null AS reply', killedBy: TWICE, quick: true },
  {
    file: 'src/truth/change.ts',
    text: '      if (done !== undefined) return answerOf(done, about) as T;\n',
    instead: '',
    killedBy: TWICE,
    quick: true,
  },
  { file: 'src/truth/change.ts', text: 'if (done.request === about.request)', instead: 'if (done.request !== null)', killedBy: KEYS },
  {
    file: 'src/truth/requests.ts',
    text: 'if (opened.request !== request) throw keyReused',
    instead: 'if (opened.request === "") throw keyReused',
    killedBy: KEYS,
  },
  { file: 'cypher/idempotency/open.cypher', text: 'openedAt < now - $keepMs', instead: 'openedAt < now', killedBy: KEYS },
  { file: 'src/engine/retry.ts', text: 'unknown ||= isUnknown(error)', instead: 'unknown = isUnknown(error)', killedBy: RETRY },
  { file: 'src/engine/retry.ts', text: ' || attempt === MOST_ATTEMPTS', instead: '', killedBy: { ...RETRY, only: 'capped by number' } },

  // the fold
  fold('rank(a) - rank(b)', 'rank(b) - rank(a)'),
  fold('l.begin <= t && (l.end === null || t < l.end)', 'l.begin <= t && (l.end === null || t <= l.end)'),
  fold('(l) => l.end === null || time < l.end', '(l) => l.end === null || time <= l.end', true),
  fold('c.at <= claim.start && c.told > claim.start', 'c.at < claim.start && c.told > claim.start'),
  fold('c.at <= claim.start && c.told > claim.start', 'c.at <= claim.start && c.told >= claim.start'),
  fold('(c.to === null || c.to > t)', '(c.to === null || c.to >= t)'),
  fold('claim.confidence === most && claim.said < top.opener.said', 'claim.confidence === most && claim.said <= top.opener.said'),
  fold('claim.to === null || claim.said < claim.to', 'claim.to === null || claim.said <= claim.to'),
  fold('c.confidence > confidence', 'c.confidence >= confidence'),
  fold('if (layer.begin < at)', 'if (layer.begin <= at)', true),
  fold('e.claim.confidence > claim.confidence', 'e.claim.confidence >= claim.confidence'),
  fold('l.end === null || from < l.end);', 'l.end === null || from <= l.end);'),
  strength('strength + TOLERANCE >= need', 'strength - TOLERANCE > need'),
  strength('s.confidence >= faded', 's.confidence > faded'),
  strength('Math.max(best.get(c.source) ?? 0, c.confidence)', 'c.confidence'),
  strength("origin === 'extracted' && !s.extracted ? 0 : settings.margin", 'settings.margin'),
  { file: 'src/domain/fold.ts', text: "c.kind === 'end' && outcome !== 'ended'", instead: "c.kind === 'end'", killedBy: FOLD },

  // the common write decides as the fold does
  assert("WHEN form.settings <> p.version THEN 'stale'", "WHEN false THEN 'stale'", STALE),
  assert("WHEN parted > 0 OR e.state = 'merged' OR valueState = 'merged' OR", "WHEN parted > 0 OR e.state = 'merged' OR", STALE),
  assert("WHEN parted > 0 OR e.state = 'merged' OR valueState = 'merged' OR", "WHEN parted > 0 OR valueState = 'merged' OR", STALE),
  assert("WHEN e.state <> 'active' OR valueState <> 'active' THEN 'restricted'", "WHEN false THEN 'restricted'", STALE),
  assert('OR start <= slot.tail', 'OR start < slot.tail', LATE),
  assert(' OR cur.resumes IS NOT NULL', '', LATE),
  assert(' OR cur.archivedAt IS NOT NULL', '', ARCHIVE),
  { file: 'cypher/truth/rewrite.cypher', text: ' AND f.archivedAt IS NULL', instead: '', killedBy: ARCHIVE },
  assert('slot.defaults OR ', '', LATE),
  assert(' OR start > rec\n', '\n', LATE),
  assert("WHEN row.expected <> coalesce(cur.id, '') THEN 'conflict'", "WHEN false THEN 'conflict'", WRITES),
  assert('strength < needEx OR strength < needOt', 'strength < needEx', LATE),
  assert('strength < needEx OR strength < needOt', 'strength < needOt', LATE),
  {
    file: 'cypher/truth/place.cypher',
    text: "parted > 0 OR e.state = 'merged' OR coalesce(ve.state, CASE WHEN row.valueEntity IS NULL THEN 'active' ELSE 'merged' END) = 'merged' AS merged",
    instead: 'false AS merged',
    killedBy: STALE,
  },

  // timelines and pointers
  {
    file: 'cypher/truth/rewrite.cypher',
    text: 'f.withdrawnAt IS NULL AND coalesce(f.validTo, 9007199254740991) > r.at',
    instead: 'f.withdrawnAt IS NULL',
    killedBy: LATE,
  },
  {
    file: 'cypher/truth/rewrite.cypher',
    text: '9007199254740991) > fs[i + 1].validFrom',
    instead: '9007199254740991) < fs[i + 1].validFrom',
    killedBy: RAW,
  },
  {
    file: 'cypher/truth/rewrite.cypher',
    text: 'any(f IN fs WHERE f.validTo <= f.validFrom)',
    instead: 'any(f IN fs WHERE f.validTo < f.validFrom)',
    killedBy: RAW,
  },

  // reading as of two moments
  asOf('f.recordedAt <= r AND', 'f.recordedAt < r AND', true),
  asOf(
    'WHERE f.recordedAt <= r AND coalesce(f.withdrawnAt, 9007199254740991) > r',
    'WHERE f.recordedAt <= r AND coalesce(f.withdrawnAt, 9007199254740991) >= r',
  ),
  asOf('f.validFrom <= v AND v < until', 'f.validFrom < v AND v < until', true),
  asOf('b.at <= r', 'b.at < r'),
  asOf('t.at <= r', 't.at < r'),
  asOf('u.at <= r', 'u.at < r'),
  { file: 'src/reading/fact-view.ts', text: 'f.validFrom > at', instead: 'f.validFrom >= at', killedBy: AS_OF },
  {
    file: 'src/reading/fact-view.ts',
    text: 'at < f.validTo',
    instead: 'at <= f.validTo',
    killedBy: { files: ['test/contract/reading-current.test.ts'] },
  },

  // who began before a change is waited for
  { file: 'src/identity/merge.ts', text: 'await graph.engine.settled();', instead: '', killedBy: SETTLED },
  { file: 'src/identity/unmerge.ts', text: 'await graph.engine.settled();', instead: '', killedBy: SETTLED },
  { file: 'src/truth/redefine.ts', text: 'await graph.engine.settled();', instead: '', killedBy: SETTLED },
  { file: 'cypher/identity/merge.cypher', text: "WHERE f.state = 'active' AND r.state = 'active'\n", instead: '', killedBy: STALE },

  // who is being retired takes no more
  {
    file: 'cypher/retire/freeze.cypher',
    text: "SET e.state = 'frozen', e.frozenBy = $by",
    instead: 'SET e.frozenBy = $by',
    killedBy: FREEZE,
  },
];
