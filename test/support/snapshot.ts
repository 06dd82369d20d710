import type { Palimpsest } from '../../src/palimpsest.ts';

/** All that is believed in a namespace, through the public interface: live facts, claims with their outcome, entities. Without the times at which it was recorded. */
export async function snapshot(store: Palimpsest, namespace: string, entities: readonly string[]) {
  const facts = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.list(namespace, {
      status: ['current', 'scheduled', 'superseded', 'ended'],
      visibility: 'all',
      limit: 500,
      ...(cursor !== undefined && { cursor }),
    });
    facts.push(...page.facts.map(({ recordedAt: _r, endedAt: _e, version: _v, ...fact }) => fact));
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  const slots = new Set(facts.map((f) => `${f.subject}\n${f.predicate}`));
  const claims = [];
  for (const slot of [...slots].sort()) {
    const [subject = '', predicate = ''] = slot.split('\n');
    claims.push(...(await store.history(namespace, { subject, predicate })).claims.filter((c) => c.withdrawnAt === null));
  }
  const known = [];
  for (const id of entities) known.push(await store.entity(namespace, id));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  return { facts: facts.sort(byId), claims: claims.sort(byId), entities: known };
}
