import { REVIEW_STATES } from '../../src/domain/review.ts';
import type { Palimpsest, Review, ReviewSide } from '../../src/palimpsest.ts';
import { snapshot } from './snapshot.ts';

/** All that a namespace holds now, recorded times apart: what is believed, who is whom, what is asked, and by which settings. */
export async function whole(store: Palimpsest, namespace: string, entities: readonly string[]) {
  const believed = await snapshot(store, namespace, entities);
  const { reviews } = await store.reviews(namespace, { state: REVIEW_STATES.filter((s) => s !== 'moot'), limit: 500 });
  // a review stays about what once came of it, and of facts about those that it ever stood against (docs/known-problems.md)
  const live = new Set(believed.claims.map((c) => c.id));
  const asked = reviews.map(({ decidedAt: _, result, about, sides, ...review }) => ({
    ...review,
    sides: sides && { challenger: sideOf(sides.challenger, shownNow(review)), incumbent: sideOf(sides.incumbent, shownNow(review)) },
    about: { entities: about.entities, claims: about.claims.filter((id) => live.has(id)).sort() },
    result: result?.factId ?? null,
  }));
  // what the store derives it derives anew
  const claims = believed.claims.map(({ recordedAt, id, ...claim }) =>
    claim.origin === 'derived' ? { ...claim, id: `${claim.follows} ${claim.start}` } : { ...claim, id, recordedAt },
  );
  claims.sort((a, b) => (a.id < b.id ? -1 : 1));
  const predicates = (await store.predicates(namespace)).map(({ version: _v, turned: _t, ...p }) => p);
  const names = await Promise.all(entities.map((id) => store.aliases(namespace, id)));
  return { ...believed, names, claims, reviews: asked, predicates };
}

/** The sides as they are now; else those that it names, as `about` does. */
const shownNow = ({ kind, state }: Pick<Review, 'kind' | 'state'>) => kind !== 'late-change' && (state === 'open' || state === 'deferred');

/** Once it is decided it shows what was said then, withdrawn or not. */
const sideOf = ({ claims, facts, ...side }: ReviewSide, isShownNow: boolean) => ({
  ...side,
  claims: claims.map(({ withdrawnAt: _, ...claim }) => claim),
  facts: isShownNow ? facts : [],
});
