import type { DecisionInput } from '../../contract/review.ts';
import { type Issue, invalidInput, notFound, PalimpsestError } from '../../errors.ts';
import type { Candidate } from '../../palimpsest.ts';
import { Again } from '../../truth/again.ts';
import type { Change } from '../../truth/change.ts';
import type { Doubt } from '../../truth/doubt.ts';
import { digestOf } from '../../truth/ids.ts';
import { foldIn, lockKeys, type Written } from '../../truth/late.ts';
import { isNearRow, matchNear } from '../../truth/near.ts';
import { type Meant, prepare, type Ready } from '../../truth/prepare.ts';
import { toResult } from '../../truth/remember.ts';
import { keyedRow, numberedRow, type Row } from '../../truth/row.ts';
import type { DecidedData, ParkedData } from '../parked-data.ts';
import type { Carry, Context, Kind, Question } from './kind.ts';
import { nameOf } from './near-name.ts';
import { makeEntity } from './new-entity.ts';

/** A candidate that waits for whom or what it means: it is remembered with that, as of when it was said. */
export const statement: Kind = {
  view: ({ graph }, data) => {
    const { candidate, doubts } = JSON.parse(data) as ParkedData;
    const questions = doubts.map(({ field, entity, mention, candidates }) => ({
      field,
      asks: entity ? ('entity' as const) : ('value' as const),
      mention,
      candidates: candidates.map((c) => {
        const entry = entity ? graph.catalogue.byId(c.means) : null;
        return { ...c, type: entry?.type ?? null, name: entry?.name ?? null };
      }),
    }));
    return { candidate: candidate as Candidate, questions, details: null };
  },
  accept: async (context, question, decision) => {
    const { doubts } = JSON.parse(question.data) as ParkedData;
    const meant = await meantOf(context, question, doubts, decision);
    const { locks, work } = carryAll(context, [await readyOf(context, question, meant)], true);
    const same = doubts.filter((d) => d.kind === 'near-entity' && decision[d.field]?.entity !== undefined);
    const names = await Promise.all(same.map((d) => nameOf(context, d, meant[d.field] as string)));
    return {
      locks,
      work: async (change, ids, by) => {
        for (const give of names) await give(change);
        return work(change, ids, by);
      },
    };
  },
  agrees: (data, decision) => {
    const { doubts, result } = JSON.parse(data) as ParkedData & DecidedData;
    if (decision.decision !== 'accept' || result == null) return false;
    const ids = [result.resolved.subject?.entity, result.resolved.value?.entity];
    return doubts.every(({ field }) => decision[field]?.entity === undefined || ids.includes(decision[field].entity));
  },
  settles: (data, decision) =>
    (JSON.parse(data) as ParkedData).doubts.flatMap((d) =>
      d.entity && d.kind !== 'ambiguous-entity' && decision[d.field] !== undefined ? [d.mention] : [],
    ),
};

/** A question whose candidate can be written. */
export interface ReadyQuestion {
  readonly id: string;
  readonly row: Row;
  readonly prepared: Ready;
}

/** The candidate of a question, its fields meaning what is given; throws what keeps it from being written. */
export async function readyOf(
  { graph, desk, namespace, operation }: Context,
  { id, at, data }: Question,
  meant: Meant,
): Promise<ReadyQuestion> {
  const { candidate, request } = JSON.parse(data) as ParkedData;
  const [prepared] = await prepare(desk.registry, namespace, [candidate], {
    // the claim has the id that it would have had
    requestId: request?.id ?? id,
    seqOf: () => request?.seq ?? 0,
    pathOf: () => '',
    meantOf: () => meant,
    saidAt: at,
  });
  if (prepared === undefined || !('row' in prepared))
    throw invalidInput(
      operation,
      (prepared?.issues ?? []).map((issue) => ({ ...issue, path: issue.path.replace(/^\./, '') })),
    );
  const [row] = (await matchNear(graph, [prepared.row])) as [Row];
  return { id, row, prepared };
}

/** Writes candidates in one fold; `strict`: one that the fold doesn't take is an error, else it goes on waiting. */
export function carryAll({ namespace, operation }: Context, ready: readonly ReadyQuestion[], strict = false): Carry {
  return {
    locks: ready.flatMap((r) => lockKeys(r.row)),
    work: async (change, ids, by) => {
      const open = await afresh(
        change,
        ready.filter((r) => ids.has(r.id)).map((r, seq) => ({ ...r, row: numberedRow(r.row, seq) })),
        by,
      );
      const written = await foldIn(
        change,
        open.map((r) => r.row),
      );
      return new Map(
        open.flatMap(({ id, row, prepared }) => {
          const came = written.get(row.seq);
          if (came === undefined || came.outcome === 'stale' || came.outcome === 'missing') throw new Again();
          const refusal = refusalOf(came, operation);
          if (refusal !== null && strict) throw refusal;
          if (refusal !== null) return [];
          const result = { ...toResult(prepared, came, 'candidate', isNearRow(row)), reviewId: id };
          return [[id, { claimKeys: [`${namespace}|${came.claimId}`], result }] as const];
        }),
      );
    },
  };
}

/** What came of an earlier decision that was undone is no longer believed: decided again, it is said anew. */
async function afresh(change: Change, ready: readonly ReadyQuestion[], by: string): Promise<ReadyQuestion[]> {
  const gone = new Set((await change.place(ready.map((r) => r.row))).filter((p) => p.withdrawn).map((p) => p.seq));
  return ready.map((r) => (gone.has(r.row.seq) ? { ...r, row: keyedRow(r.row, digestOf([r.row.claimId, by])) } : r));
}

function refusalOf({ outcome }: Written, operation: string): PalimpsestError | null {
  const fail = (code: 'conflict' | 'restricted', message: string, next: string) =>
    new PalimpsestError(code, `${operation}: ${message}; ${next}`, { operation });
  if (outcome === 'conflict')
    return fail('conflict', 'the candidate asked for another fact to hold (expectedCurrent)', 'reject it, and say it anew if it is so');
  if (outcome === 'restricted') return fail('restricted', 'access to the subject or value is restricted', 'ask whoever restricted it');
  if (outcome === 'circular') return fail('conflict', 'the candidate depends on what it would take the place of', 'reject it');
  return outcome === 'inverted' ? fail('conflict', 'the candidate ends before it begins', 'reject it') : null;
}

/** What the decision says of each field, as ids and values; a new entity is made. */
async function meantOf(context: Context, { id }: Question, doubts: readonly Doubt[], decision: DecisionInput): Promise<Meant> {
  const issues = (['subject', 'value'] as const).flatMap((field) => {
    const given = decision[field];
    return given === undefined
      ? []
      : (unfit(
          doubts.find((d) => d.field === field),
          given,
          field,
        ) ?? []);
  });
  if (issues.length > 0) throw invalidInput(context.operation, issues);
  const meant: { -readonly [F in keyof Meant]: Meant[F] } = {};
  for (const doubt of doubts) {
    const { entity, new: makes, value } = decision[doubt.field] ?? {};
    if (entity !== undefined) meant[doubt.field] = await known(context, doubt, entity);
    if (makes === true) meant[doubt.field] = await makeEntity(context, doubt, id);
    if (value !== undefined) meant.reading = value;
    if (doubt.role !== undefined && meant[doubt.field] !== undefined) meant.roles = { ...meant.roles, [doubt.field]: doubt.role };
  }
  return meant;
}

function unfit(doubt: Doubt | undefined, given: NonNullable<DecisionInput['value']>, field: string): Issue | null {
  if (doubt === undefined) return { path: field, message: 'is no question of this review', next: 'leave it out' };
  const fits = doubt.entity ? given.value === undefined : given.value !== undefined;
  return fits
    ? null
    : {
        path: field,
        message: `asks for ${doubt.entity ? 'an entity' : 'a value'}`,
        next: `give ${doubt.entity ? 'entity or new' : 'value'}`,
      };
}

/** One of the candidates, which may be the catalogue's, or another that the namespace has. */
async function known({ desk, namespace, operation }: Context, doubt: Doubt, id: string): Promise<string> {
  if (doubt.candidates.some((c) => c.means === id) || (await desk.registry.entities.byId(namespace, id)) !== null) return id;
  const path = `${doubt.field}.entity`;
  throw notFound(operation, path, 'is no id of an entity of this namespace', 'give the id of one, or new');
}
