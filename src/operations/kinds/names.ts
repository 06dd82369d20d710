import { idOfKey, keyOf } from '../../domain/keys.ts';
import { PalimpsestError } from '../../errors.ts';
import type { Call } from '../../graph.ts';
import { slotsOf, sweep } from '../../identity/claims.ts';
import { clustersOf, keysOf } from '../../identity/cluster.ts';
import { writeJudgements } from '../../identity/ledger.ts';
import { movedTo } from '../../identity/split.ts';
import { lostBetween, type NameState, ownersOf, turnNames } from '../../registry/name-states.ts';
import { aliasKey } from '../../registry/names/keys.ts';
import type { Change } from '../../truth/change.ts';
import { isDerived } from '../../truth/derived.ts';
import { digestOf } from '../../truth/ids.ts';
import type { Chain } from '../chain.ts';
import { ofClaims } from './claims.ts';
import type { Context, Inversion } from './kind.ts';

/** How names stood before an operation on them, or after it. */
interface Named {
  readonly names: readonly NameState[];
  /** Of a split: the entity that it made, and whose names that has. */
  readonly made: { readonly id: string; readonly of: string } | null;
}
interface Turn {
  readonly from: readonly NameState[];
  readonly to: readonly NameState[];
  readonly made: Named['made'];
  /** The operation is to lose its effect. */
  readonly back: boolean;
}

/** Names mean again whom they meant, and what a split moved goes back with them; who it made stays, as one who has nothing. */
export async function ofNames(context: Context, chain: Chain): Promise<Inversion> {
  const { graph, namespace, about } = context;
  const turn = turnOf(chain);
  const { made, back } = turn;
  const claims = await ofClaims(context, chain);
  const ids = [...ownersOf(turn.from), ...ownersOf(turn.to)].map(idOfKey);
  const all = [...new Set([...ids, ...(made === null ? [] : [made.id, made.of])])];
  const clusters = all.length === 0 ? [] : await clustersOf(graph.call, namespace, all, 'undo');
  return {
    find: claims.find,
    others: [...new Set([...claims.others, ...clusters.flatMap(keysOf)])],
    work: async (change, rows, held) => {
      const { call } = change;
      const done = await claims.work(change, rows, held);
      const told = await toldSince(call, namespace, turn, held.base.since, done.except ?? new Set());
      const moved = await turnNames(call, namespace, turn.from, turn.to);
      if (moved.length > 0) throw meansAnother(moved);
      change.journal.about(all.map((id) => keyOf(namespace, id)));
      if (made !== null) await turnMade(change, context, made, back);
      return { ...done, standing: told };
    },
    ...(made !== null &&
      back && {
        after: async () => {
          // writers that read whose the names were before
          await graph.engine.settled();
          const lost = new Set(lostBetween(turn.from, turn.to).map((l) => l.key));
          const [whole] = await clustersOf(graph.call, namespace, [made.of], 'undo');
          const root = whole?.root.id ?? made.of;
          const keys = [made.id, root].map((id) => keyOf(namespace, id));
          await sweep(
            graph,
            about.id,
            slotsOf(keys.slice(0, 1)),
            (c) => movedTo(c, made.id, root, (n) => lost.has(aliasKey(namespace, n))),
            keys,
          );
        },
      }),
  };
}

/** A decision may have given a name. */
export const ofDecision = (context: Context, chain: Chain): Promise<Inversion> =>
  chain.base.after === null ? ofClaims(context, chain) : ofNames(context, chain);

function turnOf({ base }: Chain): Turn {
  if (base.before === null || base.after === null)
    throw new PalimpsestError('refused', 'undo: id names an operation of an older version; do the opposite', { operation: 'undo' });
  const [before, after] = [JSON.parse(base.before) as Named, JSON.parse(base.after) as Named];
  const back = base.undoneBy === null;
  const [from, to] = back ? [after, before] : [before, after];
  return { from: from.names, to: to.names, made: after.made, back };
}

/** Operations that gave or took the same names since. */
export async function renamedSince(call: Call, { base }: Chain): Promise<string[]> {
  const keys = new Set((JSON.parse(base.after ?? '{"names":[]}') as Named).names.map((n) => n.key));
  const rows = await call<{ id: string; after: string | null }>('operations/standing-names', { key: base.key, since: base.since });
  return rows.filter((r) => (JSON.parse(r.after ?? '{"names":[]}') as Named).names.some((n) => keys.has(n.key))).map((r) => r.id);
}

interface Told {
  readonly id: string;
  readonly kind: 'assert' | 'end';
  readonly of: string | null;
  readonly subject: string;
  readonly valueEntity: string | null;
  readonly named: string | null;
  readonly text: string | null;
}

/** What was told since by names that are taken, and of whom a split had made. */
async function toldSince(
  call: Call,
  namespace: string,
  { from, to, made, back }: Turn,
  since: number,
  except: ReadonlySet<string>,
): Promise<string[]> {
  const lost = lostBetween(from, to);
  const madeKey = made === null || !back ? null : keyOf(namespace, made.id);
  const owners = [...new Set([...lost.map((l) => l.of), ...(madeKey === null ? [] : [madeKey])])];
  if (owners.length === 0) return [];
  const clusters = await clustersOf(call, namespace, owners.map(idOfKey), 'undo');
  const rootOf = new Map(owners.map((key, n) => [key, clusters[n]?.root.key ?? key]));
  const isLost = (whom: string | null, name: string | null) =>
    name !== null && lost.some((l) => rootOf.get(l.of) === whom && l.key === aliasKey(namespace, name));
  const rows = await call<Told>('operations/told-of', { keys: [...new Set(rootOf.values())], since });
  const stands = (c: Told) =>
    (madeKey !== null && (c.subject === madeKey || c.valueEntity === madeKey)) ||
    isLost(c.subject, c.named) ||
    isLost(c.valueEntity, c.text);
  return rows.filter((c) => !isDerived(c) && !except.has(c.id) && stands(c)).map((c) => c.id);
}

/** The ledger keeps all; the latest of the two counts. */
async function turnMade(change: Change, { namespace, about }: Context, made: { id: string; of: string }, back: boolean): Promise<void> {
  const { call } = change;
  const key = keyOf(namespace, made.id);
  change.journal.turned(key);
  await call('registry/update-entity', { key, properties: { unmade: back ? true : null } });
  const said = { id: `j_${digestOf([about.id])}`, a: made.of, b: made.id, verdict: back ? ('unsure' as const) : ('not_same' as const) };
  const { by = null, reason } = about;
  await writeJudgements(call, namespace, [{ ...said, at: change.at, by, reason, rule: 'undo', operationId: about.id }]);
}

function meansAnother(moved: readonly NameState[]): PalimpsestError {
  const issues = moved.map(({ refs }) => {
    const ids = refs.map((r) => idOfKey(r.of));
    return { path: 'id', message: `names a name that means ${ids.join(' and ') || 'nobody'} by now`, next: 'give or take that name first' };
  });
  const [first] = issues;
  return new PalimpsestError('refused', `undo: ${first?.path} ${first?.message}; ${first?.next}`, { operation: 'undo', issues });
}
