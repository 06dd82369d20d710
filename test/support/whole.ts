import { REVIEW_STATES } from '../../src/domain/review.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { snapshot } from './snapshot.ts';

/** All that a namespace holds now, recorded times apart: what is believed, who is whom, what is asked, and by which settings. */
export async function whole(store: Palimpsest, namespace: string, entities: readonly string[]) {
  const believed = await snapshot(store, namespace, entities);
  const { reviews } = await store.reviews(namespace, { state: REVIEW_STATES.filter((s) => s !== 'moot'), limit: 500 });
  // what an act brought up and its undo made moot is history, as recorded times are
  const asked = reviews
    .filter((r) => r.state !== 'moot')
    .map(({ decidedAt: _, result, ...review }) => ({ ...review, result: result?.factId ?? null }));
  const predicates = (await store.predicates(namespace)).map(({ version: _v, turned: _t, ...p }) => p);
  return { ...believed, reviews: asked, predicates };
}
