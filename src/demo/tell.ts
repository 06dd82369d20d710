import type { Fact } from '../domain/fact.ts';
import type { FactPage, History, Palimpsest, RememberResult, Why } from '../palimpsest.ts';
import type { Question, Step, Story } from './story.ts';

/** A step as it happened: what became of it, and what held then. */
export interface Told {
  readonly step: Step;
  readonly results: readonly RememberResult[];
  readonly holds: readonly Fact[];
}

export type Answer =
  | { readonly ask: 'current' | 'asOf'; readonly question: Question; readonly result: FactPage }
  | { readonly ask: 'history'; readonly question: Question; readonly result: History }
  | { readonly ask: 'why'; readonly question: Question; readonly result: Why };

const A_MINUTE = 60_000;

/** The clock of a story; it stands still between steps. */
export class StoryClock {
  #now = 0;
  readonly read = (): number => this.#now;
  set(at: string, later = 0): void {
    this.#now = Date.parse(at) + later;
  }
}

/** Lives through the story, step by step, on a store that runs by `clock`. */
export async function* tell(store: Palimpsest, namespace: string, story: Story, clock: StoryClock): AsyncGenerator<Told> {
  const claims = new Map<string, readonly string[]>();
  for (const step of story.steps) {
    const results: RememberResult[] = [];
    for (const at of [step.at, ...step.again]) {
      clock.set(at);
      const facts = step.facts.map((fact) => ({ subject: story.subject, observedAt: at, ...fact }));
      if (facts.length > 0) results.push(...(await store.remember(namespace, facts)));
    }
    if (step.id !== undefined)
      claims.set(
        step.id,
        results.flatMap((result) => (result.claimId === null ? [] : [result.claimId])),
      );
    if (step.withdraw !== undefined) {
      for (const claimId of claims.get(step.withdraw) ?? []) await store.withdraw(namespace, { claimId, reason: step.says });
    }
    // what was just written holds from this very moment, or a little later
    clock.set(step.again.at(-1) ?? step.at, A_MINUTE);
    const predicate = step.show ?? step.facts.map((fact) => fact.predicate);
    const { facts: holds } = await store.current(namespace, { subject: story.subject, predicate });
    yield { step, results, holds };
  }
}

export async function answer(store: Palimpsest, namespace: string, subject: string, question: Question): Promise<Answer> {
  switch (question.ask) {
    case 'current':
      return { ask: question.ask, question, result: await store.current(namespace, { subject }) };
    case 'history':
      return { ask: question.ask, question, result: await store.history(namespace, { subject, predicate: question.predicate }) };
    case 'asOf': {
      const { ask: _, title: __, ...query } = question;
      return { ask: question.ask, question, result: await store.asOf(namespace, { subject, ...query }) };
    }
    case 'why': {
      const { facts } = await store.history(namespace, { subject, predicate: question.predicate });
      const fact = facts.find((f) => f.text === question.value && f.status !== 'withdrawn');
      return { ask: question.ask, question, result: await store.why(namespace, fact?.id ?? '') };
    }
  }
}
