import type { CandidateInput } from '../contract/candidate.ts';
import { type DependsOn, readDependsOn } from '../domain/fact.ts';
import { keyOf } from '../domain/keys.ts';
import type { Issue } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { Resolution } from '../registry/entities.ts';

/** Of some ids those of facts of the namespace, each with the keys of those who own its slots. */
export type FactsAmong = (namespace: string, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

export const factsAmong =
  (graph: Graph): FactsAmong =>
  async (namespace, ids) => {
    const idOf = new Map(ids.map((id) => [keyOf(namespace, id), id]));
    const found = await graph.call<{ idKey: string; ownerKeys: string[] }>('truth/known-facts', { keys: [...idOf.keys()] });
    return new Map(found.map((f) => [idOf.get(f.idKey) as string, f.ownerKeys]));
  };

/** By the place of candidates: whom to lock because of what they depend on, and what of that nobody has told. */
export async function factsOf(
  among: FactsAmong,
  namespace: string,
  rows: readonly { readonly seq: number; readonly c: CandidateInput }[],
  pathOf: (i: number) => string,
): Promise<{ readonly owners: ReadonlyMap<number, readonly string[]>; readonly unknown: ReadonlyMap<number, readonly Issue[]> }> {
  const asked = rows.flatMap(({ seq, c }) =>
    (c.dependsOn ?? []).flatMap((group, g) => group.map((id, i) => ({ seq, id, path: `.dependsOn[${g}][${i}]` }))),
  );
  const owners = new Map<number, readonly string[]>();
  const issues = new Map<number, Issue[]>();
  const known = asked.length === 0 ? new Map<string, string[]>() : await among(namespace, [...new Set(asked.map((a) => a.id))]);
  for (const { seq, id, path } of asked) {
    const own = known.get(id);
    if (own !== undefined) {
      owners.set(seq, [...(owners.get(seq) ?? []), ...own]);
      continue;
    }
    const issue = {
      path: `${pathOf(seq)}${path}`,
      message: 'names no fact of this namespace',
      next: 'give the id of a fact, as replies have it',
    };
    issues.set(seq, [...(issues.get(seq) ?? []), issue]);
  }
  return { owners, unknown: issues };
}

/**
 * What a statement depends on: what it says itself, together with the facts that say who has the roles it speaks of. An end depends on nothing,
 * nor does what only repeats the fact that it was understood by.
 */
export function dependenciesOf(c: CandidateInput, predicate: string, subject: Resolution, value: Resolution | null): DependsOn {
  if (c.kind === 'end') return [];
  const repeats = value?.held !== undefined && value.held.predicate === predicate && value.held.subject === subject.entity?.id;
  const roles = [subject, ...(value === null || repeats ? [] : [value])].map((r) => (r.facts ?? []).map((id) => [id]));
  const groups = roles.reduce<readonly (readonly string[])[]>(both, c.dependsOn ?? []);
  return groups.map((group) => [...new Set(group)]);
}

/** All of one and all of the other, in every way. */
function both(some: readonly (readonly string[])[], others: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (some.length === 0 || others.length === 0) return [...some, ...others];
  return some.flatMap((group) => others.map((other) => [...group, ...other]));
}

/** What several claims depend on: any group of any of them. */
export function anyOf(stored: readonly (string | null | undefined)[]): string | null {
  const groups = new Map(stored.flatMap((json) => readDependsOn(json)).map((group) => [[...group].sort().join(' '), group]));
  return groups.size === 0 ? null : JSON.stringify([...groups.values()]);
}

/** As claims and facts keep it. */
export const writeDependsOn = (groups: DependsOn): string | null => (groups.length === 0 ? null : JSON.stringify(groups));
