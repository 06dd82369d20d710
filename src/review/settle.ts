import { PARKED_KINDS } from '../domain/review.ts';
import { iso } from '../domain/time.ts';
import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import { isId } from '../registry/decide.ts';
import { type Mention, mentionKey } from '../registry/entities.ts';
import { aliasKey, keptUnder, lookedFor } from '../registry/names/keys.ts';
import type { Doubt } from '../truth/doubt.ts';
import type { Desk } from '../truth/remember.ts';
import { conclude } from './conclude.ts';
import type { Context, Question } from './kinds/kind.ts';
import { carryOf } from './kinds/statement.ts';
import type { ParkedData } from './parked-data.ts';

/**
 * After a name was given to somebody, or what a namespace takes for granted has changed: folds in what waits and is clear by now. `names`:
 * only what was called something like these; without them everything that waits is looked at. Answers how many it settled.
 */
export async function settleReviews(graph: Graph, desk: Desk, namespace: string, names?: readonly string[]): Promise<number> {
  const pending = await graph.call<Question>('review/pending', { namespace, kinds: [...PARKED_KINDS] });
  const concerned = pending
    .map((p) => ({ ...p, ...(JSON.parse(p.data) as ParkedData) }))
    .filter((p) => concerns(namespace, p.doubts, names));
  if (concerned.length === 0) return 0;
  const mentions = concerned.flatMap((p) => p.doubts.filter((d) => d.entity).map((d) => mentionOf(p, d)));
  // who would be new stays outside: that is for a person to say
  const { whom } = desk.registry;
  const means = await whom.settled(namespace, (speech) => whom.use(speech, mentions, () => new Set()));
  const clear = concerned.filter((p) => p.doubts.every((d) => !d.entity || means.get(mentionKey(mentionOf(p, d)))?.band === 'accept'));
  const context: Context = { graph, desk, namespace, operation: 'settleReviews' };
  let settled = 0;
  for (const question of clear) if (await settle(context, question)) settled += 1;
  return settled;
}

/** A phrase means what it did when it was said. */
const mentionOf = ({ candidate, at }: Pick<ParkedData, 'candidate'> & Pick<Question, 'at'>, { mention, type }: Doubt): Mention =>
  isId(mention)
    ? { text: mention, type }
    : { text: mention, type, moment: { asOf: candidate.observedAt ?? iso(at), qualifiers: candidate.qualifiers } };

/** What can't be written as it stands goes on waiting. */
async function settle(context: Context, question: Question): Promise<boolean> {
  try {
    const act = { kind: 'settle', state: 'moot', by: null, reason: null, decision: null } as const;
    return await conclude(context, question, () => carryOf(context, question, {}), act);
  } catch (error) {
    if (isPalimpsestError(error) && error.status < 500) return false;
    throw error;
  }
}

function concerns(namespace: string, doubts: readonly Doubt[], names: readonly string[] | undefined): boolean {
  if (names === undefined) return true;
  const given = new Set(names.flatMap((name) => [name, aliasKey(namespace, name), ...keptUnder(namespace, name).map((k) => k.nameKey)]));
  return doubts.some(
    ({ entity, mention }) =>
      entity &&
      [mention, aliasKey(namespace, mention), ...lookedFor(namespace, mention).map((k) => k.nameKey)].some((key) => given.has(key)),
  );
}
