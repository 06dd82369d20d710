import { correctSchema, writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { decodePart, encodePart } from '../domain/keys.ts';
import type { Precision } from '../domain/time.ts';
import { invalidInput } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { CorrectInput, OperationReply, WriteOptions } from '../palimpsest.ts';
import { Again, untilItHolds } from './again.ts';
import { Change, isStale } from './change.ts';
import { digestOf } from './ids.ts';
import { lockKeys } from './late.ts';
import { commit, once, operationOf } from './operate.ts';
import { instant, prepare, type Registry } from './prepare.ts';
import { keyedRow, type Row } from './row.ts';
import type { SlotChange } from './slot-change.ts';
import type { StoredClaim, StoredFact } from './state.ts';
import { homeOfFact, loaded, saidOf } from './target.ts';

/** `[from, to)` in epoch ms with the precision in which its ends were said. */
interface Stretch {
  readonly from: number;
  readonly to: number | null;
  readonly precision: Precision;
  readonly toPrecision: Precision | null;
}

/**
 * It was never true, this was: withdraws its claims and states the value for the same time. A fact that something bounded interrupted is
 * corrected in all its pieces, which rest on the same claims; what interrupted it stays.
 */
export async function correct(
  graph: Graph,
  registry: Registry,
  namespace: string,
  input: CorrectInput,
  options: WriteOptions = {},
): Promise<OperationReply> {
  const i = parse(correctSchema, input, 'correct');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'correct', 'options');
  const { by, reason, source, ...statement } = i;
  const about = operationOf({ namespace, kind: 'correct', input: i, statement, idempotencyKey });
  const work = async (): Promise<OperationReply> => {
    const from = i.validFrom === undefined ? null : instant(i.validFrom, 'correct', 'validFrom');
    const to = i.validTo === undefined ? null : instant(i.validTo, 'correct', 'validTo');
    const home = await homeOfFact(graph, namespace, i.factId, 'correct');
    const begin = from?.from ?? home.fact.validFrom;
    if (to !== null && to.to <= begin)
      throw invalidInput('correct', [{ path: 'validTo', message: 'is not after the start', next: 'swap them, or leave one out' }]);
    const row = await statedRow(registry, namespace, home.fact, i);
    return Change.operate(graph, about, [...home.locks, ...lockKeys(row)], async (change) => {
      const slot = await loaded(change, home.slotKey);
      const fact = slot?.state.facts.find((f) => f.id === i.factId);
      const [place] = await change.place([row]);
      if (slot === undefined || fact === undefined || place === undefined || isStale(place, row)) throw new Again();
      await change.load([place.slotKey]);
      const target = change.slotAt(place, namespace, row.predicate);
      const wrong = slot.state.claims.filter((c) => fact.basis.some((b) => b.id === c.id));
      const stretches = within(piecesOf(slot, fact, wrong), from, to);
      slot.withdraw(wrong.map((c) => c.id));
      const said = saying(row, saidOf(wrong).saidSubject);
      const rows = stretches.map((s, n) => ({ ...keyedRow(over(said, s), digestOf([about.id, n])), seq: n }));
      for (const r of rows) target.add(r, change.at);
      const aimed = stretches.findIndex((s) => s.from <= fact.validFrom && (s.to === null || fact.validFrom < s.to));
      return commit(change, about, (rows[aimed] ?? (rows[0] as Row)).claimId);
    });
  };
  return once(graph, about, () => untilItHolds(registry, namespace, 'correct', work));
}

/** Over its own stretches only: a correction of the past doesn't compete with the present. */
function piecesOf(slot: SlotChange, fact: StoredFact, claims: readonly StoredClaim[]): Stretch[] {
  const first = fact.resumes ?? fact.id;
  return slot.state.facts
    .filter((f) => f.id === first || f.resumes === first)
    .sort((a, b) => a.validFrom - b.validFrom)
    .map(({ validFrom, validTo }) => ({
      from: validFrom,
      to: validTo,
      precision: (claims.find((c) => c.start === validFrom)?.precision ?? 'instant') as Precision,
      toPrecision: (claims.find((c) => c.to !== null && c.to === validTo)?.toPrecision ?? null) as Precision | null,
    }));
}

/** Begins and ends where the correction says it does, if it says so. */
function within(pieces: readonly Stretch[], from: Said, to: Said): Stretch[] {
  const left = pieces.filter((p) => (p.to ?? Infinity) > (from?.from ?? -Infinity) && p.from < (to?.to ?? Infinity));
  if (left.length === 0 && to === null)
    throw invalidInput('correct', [
      { path: 'validFrom', message: 'is not before the end of what is corrected', next: 'give validTo too, or an earlier start' },
    ]);
  const shown = left.length > 0 ? left : [pieces.at(-1) as Stretch];
  return shown.map((p, n) => ({
    ...p,
    ...(from !== null && n === 0 && { from: from.from, precision: from.precision }),
    ...(to !== null && n === shown.length - 1 && { to: to.to, toPrecision: to.precision }),
  }));
}
type Said = ReturnType<typeof instant> | null;

const over = (row: Row, s: Stretch): Row => ({
  ...row,
  start: s.from,
  to: s.to,
  claim: { ...row.claim, precision: s.precision, toPrecision: s.toPrecision },
});

/** It is said of whom that was said of which it corrects. */
const saying = (row: Row, saidSubject: string | undefined): Row =>
  saidSubject === undefined ? row : { ...row, claim: { ...row.claim, saidSubject: encodePart(saidSubject) } };

/** The corrected statement, for any time. */
async function statedRow(
  registry: Registry,
  namespace: string,
  of: { readonly subject: string; readonly predicate: string; readonly qualifiers: string },
  { value, source }: { readonly value: CorrectInput['value']; readonly source?: object | undefined },
): Promise<Row> {
  const candidate = {
    subject: decodePart(of.subject),
    predicate: decodePart(of.predicate),
    value,
    qualifiers: JSON.parse(of.qualifiers) as Record<string, string>,
    validFrom: '2000-01-01',
    confidence: 1,
    origin: 'decision',
    ...(source !== undefined && { source }),
  };
  const [prepared] = await prepare(registry, namespace, [candidate], { requestId: null, seqOf: () => 0, pathOf: () => '' });
  if (prepared !== undefined && 'row' in prepared) return prepared.row;
  throw invalidInput(
    'correct',
    (prepared?.issues ?? []).map((issue) => ({ ...issue, path: issue.path.replace(/^\./, '') })),
  );
}
