import { PARKED_KINDS } from '../domain/review.ts';
import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { mentionKey } from '../registry/entities.ts';
import type { Doubt } from '../truth/doubt.ts';
import type { Desk } from '../truth/remember.ts';
import { answersOf } from './asks.ts';
import { concludeAll } from './conclude.ts';
import type { Carry, Context, Question } from './kinds/kind.ts';
import { carryAll, readyOf } from './kinds/statement.ts';
import type { ParkedData } from './parked-data.ts';

/** Written in one transaction. */
const CHUNK = 100;

/**
 * After a name was given to somebody, or what a namespace takes for granted has changed: folds in what waits and is clear by now. `names`:
 * only what was called something like these; without them everything that waits is looked at.
 */
export async function settleReviews(graph: Graph, desk: Desk, namespace: string, names?: readonly string[]): Promise<void> {
  const asks = names === undefined ? null : answersOf(namespace, names);
  const pending = await graph.call<Question>('review/pending', { namespace, kinds: [...PARKED_KINDS], asks });
  if (pending.length === 0) return;
  const context: Context = { graph, desk, namespace, operation: 'settleReviews' };
  const clear = await clearOnes(context, pending);
  for (let i = 0; i < clear.length; i += CHUNK) await settle(context, clear.slice(i, i + CHUNK));
}

/** Those whose names are somebody's for sure. Who would be new stays outside: that is for a person to say. */
async function clearOnes({ desk, namespace }: Context, pending: readonly Question[]): Promise<Question[]> {
  const asked = pending.map((question) => ({ question, doubts: (JSON.parse(question.data) as ParkedData).doubts.filter((d) => d.entity) }));
  const mentions = asked.flatMap(({ doubts }) => doubts.map(mentionOf));
  const means = await desk.registry.entities.use(namespace, mentions, () => new Set());
  const isClear = (d: Doubt) => means.get(mentionKey(mentionOf(d)))?.band === 'accept';
  return asked.filter(({ doubts }) => doubts.every(isClear)).map(({ question }) => question);
}

const mentionOf = ({ mention, type }: Doubt) => ({ text: mention, type });

async function settle(context: Context, questions: readonly Question[]): Promise<void> {
  const make = async (): Promise<Carry> => {
    const ready = [];
    for (const question of questions) {
      const one = await readyOf(context, question, {}).catch(unlessRefused);
      if (one !== null) ready.push(one);
    }
    return carryAll(context, ready);
  };
  await concludeAll(context, questions, make, { kind: 'settle', state: 'moot', by: null, reason: null, decision: null });
}

/** What can't be written as it stands goes on waiting. */
function unlessRefused(error: unknown): null {
  if (isPalimpsestError(error) && error.status < 500) return null;
  throw error;
}
