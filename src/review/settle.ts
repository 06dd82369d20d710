import { PARKED_KINDS } from '../domain/review.ts';
import { iso } from '../domain/time.ts';
import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { isId } from '../registry/decide.ts';
import { type Mention, mentionKey } from '../registry/entities.ts';
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
 * only what was called something like these; without them everything that waits is looked at. `cause`: the operation that made it clear.
 */
export async function settleReviews(
  graph: Graph,
  desk: Desk,
  namespace: string,
  names?: readonly string[],
  cause: string | null = null,
): Promise<void> {
  const asks = names === undefined ? null : answersOf(namespace, names);
  const pending = await graph.call<Question>('review/pending', { namespace, kinds: [...PARKED_KINDS], asks });
  if (pending.length === 0) return;
  const context: Context = { graph, desk, namespace, operation: 'settleReviews' };
  const clear = await clearOnes(context, pending);
  for (let i = 0; i < clear.length; i += CHUNK) await settle(context, clear.slice(i, i + CHUNK), cause);
}

/**
 * What was given a name while the statement was being put aside has looked for it in vain: looked up once more, it is found by either.
 * Says whether somebody was.
 */
export async function settleParked(graph: Graph, desk: Desk, namespace: string, doubts: readonly Doubt[]): Promise<boolean> {
  const mentions = doubts.flatMap(({ entity, mention, type }) => (entity ? [{ text: mention, type }] : []));
  if (mentions.length === 0) return false;
  const { whom } = desk.registry;
  const means = await whom.settled(namespace, (speech) => whom.use(speech, mentions, () => new Set()));
  // a role means who had it when it was said
  const clear = [...means.values()].filter((m) => m.band === 'accept' && m.rule !== 'role');
  if (clear.length > 0)
    await settleReviews(
      graph,
      desk,
      namespace,
      clear.map((m) => m.mention),
    );
  return clear.length > 0;
}

/** Those whose names are somebody's for sure. Who would be new stays outside: that is for a person to say. */
async function clearOnes({ desk, namespace }: Context, pending: readonly Question[]): Promise<Question[]> {
  const asked = pending.map((question) => ({ question, doubts: (JSON.parse(question.data) as ParkedData).doubts.filter((d) => d.entity) }));
  const mentions = asked.flatMap(({ question, doubts }) => doubts.map((d) => mentionOf(question, d)));
  const { whom } = desk.registry;
  const means = await whom.settled(namespace, (speech) => whom.use(speech, mentions, () => new Set()));
  const isClear = (q: Question, d: Doubt) => means.get(mentionKey(mentionOf(q, d)))?.band === 'accept';
  return asked.filter(({ question, doubts }) => doubts.every((d) => isClear(question, d))).map(({ question }) => question);
}

/** A phrase means what it did when it was said. */
function mentionOf({ data, at }: Question, { mention, type }: Doubt): Mention {
  if (isId(mention)) return { text: mention, type };
  const { observedAt = iso(at), qualifiers } = (JSON.parse(data) as ParkedData).candidate;
  return { text: mention, type, moment: { asOf: observedAt, qualifiers } };
}

async function settle(context: Context, questions: readonly Question[], cause: string | null): Promise<void> {
  const make = async (): Promise<Carry> => {
    const ready = [];
    for (const question of questions) {
      const one = await readyOf(context, question, {}).catch(unlessRefused);
      if (one !== null) ready.push(one);
    }
    return carryAll(context, ready);
  };
  await concludeAll(context, questions, make, { kind: 'settle', state: 'moot', by: null, reason: null, decision: null, cause });
}

/** What can't be written as it stands goes on waiting. */
function unlessRefused(error: unknown): null {
  if (isPalimpsestError(error) && error.status < 500) return null;
  throw error;
}
