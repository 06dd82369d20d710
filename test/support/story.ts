import { readdirSync, readFileSync } from 'node:fs';
import type { PredicateDefinition } from '../../src/domain/predicate.ts';
import type { AsOfQuery, Candidate, FactPage, History, Palimpsest } from '../../src/palimpsest.ts';

/** A file of `test/stories`; what the keys mean is in the README there. */
export interface Story {
  readonly name: string;
  readonly why: string;
  readonly predicates?: readonly (Partial<PredicateDefinition> & { readonly name: string })[];
  readonly steps: readonly (StoryStep & { readonly expect?: { readonly outcome: string } })[];
  readonly ask: readonly StoryQuestion[];
}

export type StoryStep =
  | ({ readonly do: 'remember' } & Candidate)
  | { readonly do: 'retract'; readonly subject: string; readonly predicate: string; readonly value?: string; readonly at: string }
  | { readonly do: 'withdraw'; readonly step: number; readonly reason: string }
  | { readonly do: 'correct'; readonly step: number; readonly value: string; readonly reason: string };

export interface StoryQuestion {
  readonly subject: string;
  readonly predicate: string;
  readonly qualifiers?: Readonly<Record<string, string>>;
  readonly at?: string;
  readonly knownAt?: number;
  readonly why: string;
  readonly expect: {
    readonly values: readonly string[];
    readonly fallback?: true;
    readonly challengedBy?: readonly string[];
    readonly hidden?: Partial<FactPage['hidden']>;
    readonly history?: readonly { readonly value: string; readonly from: string; readonly to: string | null; readonly resumed?: true }[];
    readonly claims?: number;
    readonly outcomes?: readonly string[];
  };
}

const FOLDER = new URL('../stories/', import.meta.url);

export function loadStories(): readonly Story[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Story);
}

/** What a step left behind, for later steps and questions to name by its number. */
interface Told {
  readonly claimId: string | null;
  readonly factId: string | null;
  readonly recordedAt: string;
}

/** Tells one story to a store. */
export class StoryTeller {
  readonly #store: Palimpsest;
  readonly #namespace: string;
  readonly #told: Told[] = [];
  constructor(store: Palimpsest, namespace: string) {
    this.#store = store;
    this.#namespace = namespace;
  }

  async define(predicates: Story['predicates'] = []): Promise<void> {
    for (const { name, ...definition } of predicates) await this.#store.definePredicate(this.#namespace, name, definition);
  }

  /** Outcome of the step; a withdrawal and a correction have none. */
  async step(step: Story['steps'][number]): Promise<string | null> {
    const { expect: _, ...plain } = step;
    const { outcome, ...told } = await this.#do(plain);
    this.#told.push(told);
    return outcome;
  }

  async #do(step: StoryStep): Promise<Told & { readonly outcome: string | null }> {
    switch (step.do) {
      case 'remember': {
        const { do: _, ...candidate } = step;
        const [result] = await this.#store.remember(this.#namespace, candidate);
        if (result === undefined || result.recordedAt === null) throw new Error(`not recorded: ${JSON.stringify(result)}`);
        return { ...result, recordedAt: result.recordedAt };
      }
      case 'retract': {
        const { do: _, ...target } = step;
        return this.#store.retract(this.#namespace, target);
      }
      case 'withdraw': {
        const { claimId } = this.told(step.step);
        if (claimId === null) throw new Error(`step ${step.step} made no claim to withdraw`);
        return { ...(await this.#store.withdraw(this.#namespace, { claimId, reason: step.reason })), factId: null, outcome: null };
      }
      case 'correct': {
        const { factId } = this.told(step.step);
        if (factId === null) throw new Error(`step ${step.step} made no fact to correct`);
        const { value, reason } = step;
        return { ...(await this.#store.correct(this.#namespace, { factId, value, reason })), factId: null, outcome: null };
      }
    }
  }

  told(step: number): Told {
    const told = this.#told[step];
    if (told === undefined) throw new Error(`there is no step ${step} before this one`);
    return told;
  }

  /** As the plain question where it names no time. */
  ask({ at, knownAt, ...question }: StoryQuestion): Promise<FactPage> {
    const slot = slotOf(question);
    if (at === undefined && knownAt === undefined) return this.#store.current(this.#namespace, slot);
    const query: AsOfQuery = {
      ...slot,
      ...(at !== undefined && { asOf: at }),
      ...(knownAt !== undefined && { knownAt: this.told(knownAt).recordedAt }),
    };
    return this.#store.asOf(this.#namespace, query);
  }

  history(question: Pick<StoryQuestion, 'subject' | 'predicate' | 'qualifiers'>): Promise<History> {
    return this.#store.history(this.#namespace, slotOf(question));
  }
}

const slotOf = ({ subject, predicate, qualifiers }: Pick<StoryQuestion, 'subject' | 'predicate' | 'qualifiers'>) => ({
  subject,
  predicate,
  ...(qualifiers !== undefined && { qualifiers }),
});
