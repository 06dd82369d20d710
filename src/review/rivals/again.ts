import { keyOf } from '../../domain/keys.ts';
import type { Graph } from '../../graph.ts';
import type { RememberResult } from '../../palimpsest.ts';

/** Of what is contested and is told again: the question that it is part of. */
export async function sayReviews(graph: Graph, namespace: string, results: (RememberResult | undefined)[]): Promise<void> {
  const lacking = results.flatMap((result, n) =>
    result?.replayed === true && result.outcome === 'contested' && result.reviewId === null && result.claimId !== null
      ? [{ n, result, key: keyOf(namespace, result.claimId) }]
      : [],
  );
  if (lacking.length === 0) return;
  const found = await graph.call<{ claimKey: string; id: string }>('review/of-claims', { keys: lacking.map((l) => l.key) });
  const idOf = new Map(found.map((f) => [f.claimKey, f.id]));
  for (const { n, result, key } of lacking) results[n] = { ...result, reviewId: idOf.get(key) ?? null };
}
