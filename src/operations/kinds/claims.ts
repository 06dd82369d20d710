import { decodePart, encodePart } from '../../domain/keys.ts';
import type { Call } from '../../graph.ts';
import { entityValue, slotsIn } from '../../identity/claims.ts';
import { clustersOf } from '../../identity/cluster.ts';
import type { Change } from '../../truth/change.ts';
import { pastOf } from '../../truth/past.ts';
import { regroup } from '../../truth/regroup.ts';
import type { SlotRow } from '../../truth/slots.ts';
import { type Archived, readClaim, type StoredClaim } from '../../truth/state.ts';
import type { Chain } from '../chain.ts';
import { type Says, saysOf } from '../journal.ts';
import type { ChangedClaim } from '../read.ts';
import { outcomesOf } from '../standing.ts';
import type { Context, Inversion, Inverted } from './kind.ts';

/** What came goes, what went comes back, what moved says again what it said; then the fold decides. */
export async function ofClaims({ graph, namespace }: Context, chain: Chain): Promise<Inversion> {
  const changed = await changedBy(graph.call, chain);
  const went = changed.flatMap((c) => (c.how === 'withdrawn' ? [c.claimKey] : []));
  const seen = await withdrawnClaims(graph.call, went);
  const now = await speaking(graph.call, namespace, [...seen.values()].flat());
  const were = [...now.values(), ...changed.flatMap((c) => (c.how !== 'moved' || c.was === null ? [] : [JSON.parse(c.was) as Says]))];
  return {
    find: (call) => slotsChanged(call, chain),
    others: were.flatMap((s) => [`${namespace}|${s.subject}`, ...(s.valueEntity === null ? [] : [s.valueEntity])]),
    work: (change, rows, chain) => invert(change, namespace, rows, chain),
  };
}

/** What it made clear goes with it; how that came back, the undo of both knows. */
const keysOf = ({ base, last, beside }: Chain): string[] => [last.key, ...(base.undoneBy === null ? beside.map((b) => b.key) : [])];

async function changedBy(call: Call, chain: Chain): Promise<ChangedClaim[]> {
  const found = new Map<string, ChangedClaim>();
  for (const key of keysOf(chain)) for (const c of await call<ChangedClaim>('operations/claims', { key })) found.set(c.claimKey, c);
  return [...found.values()];
}

async function slotsChanged(call: Call, chain: Chain): Promise<SlotRow[]> {
  const found = new Map<string, SlotRow>();
  for (const key of keysOf(chain)) for (const row of await call<SlotRow>('operations/slots', { key })) found.set(row.slotKey, row);
  return [...found.values()];
}

async function invert(change: Change, namespace: string, rows: readonly SlotRow[], chain: Chain): Promise<Inverted> {
  const { last, beside } = chain;
  const { call } = change;
  const changed = await changedBy(call, chain);
  const those = (...hows: string[]) => changed.filter((c) => hows.includes(c.how)).map((c) => c.claimKey);
  const before = slotsIn(change, rows);
  const except = new Set(changed.map((c) => c.id));
  const outcomes = outcomesOf(before);

  const back = await withdrawnClaims(call, those('withdrawn'));
  const now = await speaking(call, namespace, [...back.values()].flat());
  await change.restore(back);
  const was = new Map(changed.flatMap((c) => (c.how === 'moved' && c.was !== null ? [[c.id, JSON.parse(c.was) as Says] as const] : [])));
  // whom it was said of may have become another since
  const said = before.flatMap((s) => s.state.claims.flatMap((c) => (was.has(c.id) ? [{ ...c, ...was.get(c.id) }] : [])));
  const then = await speaking(call, namespace, said);
  const say = (c: StoredClaim): StoredClaim => {
    const says = then.get(c.id) ?? now.get(c.id);
    return says === undefined || JSON.stringify(says) === JSON.stringify(saysOf(c)) ? c : { ...c, ...says };
  };
  const came = changed.filter((c) => c.how === 'added' || c.how === 'restored');
  const by = [last.id, ...beside.map((b) => b.id), ...came.map((c) => c.id)];
  const regrouped = await regroup(change, slotsIn(change, rows), { say, past: pastOf(change, by, last.at) });
  const slots = regrouped.map((r) => r.slot);
  for (const slot of slots) slot.withdraw(came.map((c) => c.id));
  for (const [how, back] of [['archived', 'unarchived'] as const, ['unarchived', 'archived'] as const])
    await change.archive(
      new Map(changed.flatMap((c) => (c.how === how ? [[c.claimKey, JSON.parse(c.was ?? '') as Archived] as const] : []))),
      back,
    );
  return { before: outcomes, except };
}

/** By slot. */
export async function withdrawnClaims(call: Call, keys: readonly string[]): Promise<Map<string, StoredClaim[]>> {
  const out = new Map<string, StoredClaim[]>();
  if (keys.length === 0) return out;
  for (const { slotKey, claim } of await call<Parameters<typeof readClaim>[0] & { slotKey: string }>('operations/withdrawn-claims', {
    keys: [...keys],
  }))
    out.set(slotKey, [...(out.get(slotKey) ?? []), readClaim({ claim })]);
  return out;
}

/** Whom claims that lay aside speak of now: those they were said of may have become others since, or themselves again. */
export async function speaking(call: Call, namespace: string, claims: readonly StoredClaim[]): Promise<Map<string, Says>> {
  const subjectOf = (c: StoredClaim) => decodePart(c.saidSubject ?? c.subject);
  const thingOf = (c: StoredClaim) => (c.valueEntity === null ? null : String(c.saidValue ?? c.value));
  const ids = [...new Set(claims.flatMap((c) => [subjectOf(c), thingOf(c) ?? subjectOf(c)]))];
  if (ids.length === 0) return new Map();
  const clusters = await clustersOf(call, namespace, ids, 'undo');
  const rootOf = new Map(ids.map((id, n) => [id, clusters[n]?.root.id ?? id]));
  return new Map(
    claims.map((c) => {
      const [said, value] = [subjectOf(c), thingOf(c)];
      const subject = rootOf.get(said) as string;
      const whom = { subject: encodePart(subject), saidSubject: subject === said ? null : encodePart(said) };
      const root = value === null ? null : (rootOf.get(value) as string);
      const what = root === null ? {} : entityValue(c, root, root === value ? null : value);
      return [c.id, saysOf({ ...c, ...whom, ...what })] as const;
    }),
  );
}
