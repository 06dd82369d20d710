import { REVIEW_STATES } from '../../src/domain/review.ts';
import type { Palimpsest } from '../../src/palimpsest.ts';
import { snapshot } from './snapshot.ts';

/** All that a namespace holds now, recorded times apart: what is believed, who is whom, what is asked, and by which settings. */
export async function whole(store: Palimpsest, namespace: string, entities: readonly string[]) {
  const believed = await snapshot(store, namespace, entities);
  const { reviews } = await store.reviews(namespace, { state: REVIEW_STATES, limit: 500 });
  // what its claims no longer ask is a record of what was asked once, as withdrawn claims are of what was said
  const standing = reviews.filter((r) => r.sides === null || r.state !== 'moot');
  const asked = standing.map(({ decidedAt: _, result, ...review }) => ({ ...review, result: result?.factId ?? null }));
  const predicates = (await store.predicates(namespace)).map(({ version: _v, turned: _t, ...p }) => p);
  return { ...believed, reviews: asked, predicates };
}
