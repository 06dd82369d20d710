import { idOfKey } from '../domain/keys.ts';
import type { Call } from '../graph.ts';
import { aliasKey, apartKey, leadsOf } from './names/keys.ts';
import { registrationRow } from './registration.ts';

/** Who has a name, as what, and whom it doesn't mean any more; by keys of the graph. */
export interface NameState {
  readonly key: string;
  readonly name: string;
  readonly refs: readonly Ref[];
  readonly away: readonly string[];
}
interface Ref {
  readonly of: string;
  readonly kind: string | null;
  readonly source: string | null;
  /** Epoch ms; null: as long as the entity itself. */
  readonly since: number | null;
}

/** How names stand, locked. Run under the lock of their entities. */
export async function nameStates(call: Call, namespace: string, names: readonly string[]): Promise<NameState[]> {
  const asked = new Map(names.map((name) => [aliasKey(namespace, name), name]));
  const rows = [...asked].map(([key, name]) => ({ key, apart: apartKey(namespace, name) }));
  const found = await call<Omit<NameState, 'name'> & { text: string | null }>('registry/name-states', { rows });
  return found.map(({ text, ...state }) => ({ ...state, name: text ?? (asked.get(state.key) as string) }));
}

export const ownersOf = (states: readonly NameState[]): string[] => [...new Set(states.flatMap((s) => s.refs.map((r) => r.of)))];

/** Of what one has and the other hasn't: the key of a name, and of an entity. */
export const lostBetween = (from: readonly NameState[], to: readonly NameState[]): { key: string; of: string }[] =>
  from.flatMap(({ key, refs }) => {
    const kept = to.find((s) => s.key === key)?.refs.map((r) => r.of) ?? [];
    return refs.flatMap(({ of }) => (kept.includes(of) ? [] : [{ key, of }]));
  });

/** Gives and takes names so that they stand as they once did. The names that don't stand as in `from`, with who has them, are answered and nothing is done. */
export async function turnNames(
  call: Call,
  namespace: string,
  from: readonly NameState[],
  to: readonly NameState[],
): Promise<readonly NameState[]> {
  const now = await nameStates(
    call,
    namespace,
    from.map((s) => s.name),
  );
  const moved = now.filter((s) => {
    const then = from.find((f) => f.key === s.key);
    return (
      ownersOf([s]).sort().join() !==
      ownersOf(then === undefined ? [] : [then])
        .sort()
        .join()
    );
  });
  if (moved.length > 0) return moved;
  for (const { key, of } of lostBetween(from, to)) await takeName(call, namespace, [of], nameOf(from, key));
  const given = lostBetween(to, from);
  const rows = [...new Set(given.map((g) => g.of))].map((of) => {
    const names = given.flatMap((g) => (g.of === of ? [nameOf(to, g.key)] : []));
    // it is there already
    const ref = { id: idOfKey(of), type: '', name: '' };
    return registrationRow(namespace, { ref, shared: names, owned: [], type: null });
  });
  if (rows.length > 0) await call('registry/register-entities', { rows });
  const refs = to.flatMap(({ key, refs: of }) => of.map((r) => ({ key, ...r })));
  const apart = (states: readonly NameState[], ofWhom: (s: NameState) => readonly string[]) =>
    states.flatMap((s) => ofWhom(s).map((of) => ({ apart: apartKey(namespace, s.name), of })));
  const away = apart(to, (s) => s.away);
  const were = [...apart(from, (s) => [...s.away, ...ownersOf([s])]), ...apart(to, (s) => ownersOf([s]))];
  const meant = were.filter((w) => !away.some((a) => a.apart === w.apart && a.of === w.of));
  await call('registry/name-as', { refs, meant, away });
  return [];
}

const nameOf = (states: readonly NameState[], key: string): string => (states.find((s) => s.key === key) as NameState).name;

/** Takes a name from those of some entities that have it, with the other keys that only it needs. False: nobody had it. */
export async function takeName(call: Call, namespace: string, owners: readonly string[], alias: string): Promise<boolean> {
  const key = aliasKey(namespace, alias);
  const removed = await call<{ readonly of: string }>('registry/remove-alias', { aliasKey: key, owners: [...owners] });
  const left =
    removed.length === 0 ? [] : await call<{ readonly text: string; readonly of: string }>('registry/aliases', { keys: [...owners] });
  for (const { of } of removed) {
    const names = left.filter((a) => a.of === of).map((a) => a.text);
    const ties = { key: of, aliasKey: key, apart: apartKey(namespace, alias) };
    await call('registry/untie-name', { ...ties, ...untied(namespace, alias, names) });
  }
  return removed.length > 0;
}

/** The keys of a name that no other name of the entity needs, and the form that the others give those it does need: the first known. */
function untied(namespace: string, alias: string, names: readonly string[]) {
  const forms = new Map<string, string | null>();
  for (const { key, form } of names.flatMap((name) => leadsOf(namespace, name))) forms.set(key, forms.get(key) ?? form);
  const keys = leadsOf(namespace, alias).map((lead) => lead.key);
  return {
    freed: keys.filter((key) => !forms.has(key)),
    kept: keys.filter((key) => forms.has(key)).map((key) => ({ key, form: forms.get(key) ?? null })),
  };
}
