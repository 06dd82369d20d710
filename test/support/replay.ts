import type { Fact } from '../../src/domain/fact.ts';
import type { AsOfQuery, Candidate, FactPage, Palimpsest, RememberResult } from '../../src/palimpsest.ts';
import type { PredicateDef } from './datasets/shape.ts';

/** Far below the store's limit, and small enough for a small heap. */
const BATCH = 2_000;
const AT_ONCE = 8;

export async function definePredicates(store: Palimpsest, namespace: string, predicates: readonly PredicateDef[]): Promise<void> {
  for (const { name, ...definition } of predicates) await store.definePredicate(namespace, name, definition);
}

/** In the given order. */
export async function tell(store: Palimpsest, namespace: string, candidates: readonly Candidate[]): Promise<RememberResult[]> {
  const results: RememberResult[] = [];
  for (let i = 0; i < candidates.length; i += BATCH) results.push(...(await store.remember(namespace, candidates.slice(i, i + BATCH))));
  return results;
}

/** Asks several at once; the answers come in the order of the questions. */
export async function askAll<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (let i = 0; i < questions.length; i += AT_ONCE) answers.push(...(await Promise.all(questions.slice(i, i + AT_ONCE).map(ask))));
  return answers;
}

/** What held then, in the words it was told in, sorted. */
export async function textsAt(store: Palimpsest, namespace: string, query: AsOfQuery): Promise<string[]> {
  return textsOf(await store.asOf(namespace, query));
}
export const textsOf = ({ facts }: Pick<FactPage, 'facts'>): string[] => facts.map((f) => f.text).sort();

/** All pages of what holds now in a namespace. */
export async function everythingCurrent(store: Palimpsest, namespace: string): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: FactPage = await store.list(namespace, { status: 'current', limit: 500, ...(cursor !== undefined && { cursor }) });
    facts.push(...page.facts);
    cursor = page.cursor;
  }
  return facts;
}

export class Stopwatch {
  readonly #start = performance.now();
  /** Since it was made. */
  get seconds(): number {
    return (performance.now() - this.#start) / 1_000;
  }
  toString(): string {
    return `${this.seconds.toFixed(1)} s`;
  }
}
