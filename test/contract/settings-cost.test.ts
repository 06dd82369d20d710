import { expect, it } from 'vitest';
import type { Candidate } from '../../src/palimpsest.ts';
import { describeCounted } from '../support/counted.ts';
import { freshNamespace } from '../support/engines.ts';

const AT = '2026-05-10T09:00:00Z';

describeCounted('settings', (on) => {
  const cost = (ns: string, ...rows: Candidate[]) => on.callsOf(() => on.store.remember(ns, rows));
  const tea: Candidate = { subject: 'user:ada', predicate: 'likes', value: 'tea' };
  const job: Candidate = { subject: 'user:ada', predicate: 'works_at', value: 'org:acme' };

  it('cost a write by ids nothing, nor one of a value that is clear', async () => {
    const ns = freshNamespace();
    await on.store.remember(ns, [tea, job]);
    expect(await cost(ns, tea, job, { subject: 'user:ada', predicate: 'timezone', value: 'Europe/Berlin' })).not.toContain(
      'registry/settings',
    );
    expect(await cost(ns, tea, job)).toEqual(['truth/assert']);
  });

  it('are seen with the names that a write or question looks up', async () => {
    const ns = freshNamespace();
    const named: Candidate[] = [...'abc'].map((c) => ({ subject: `user:${c}`, predicate: 'works_at', value: 'VW' }));
    await cost(ns, ...named);
    expect(await cost(ns, ...named)).toEqual(['registry/find-entities', 'truth/assert']);
    expect(await on.callsOf(() => on.store.entity(ns, 'VW'))).toEqual(['registry/find-entities', 'registry/entity']);
  });

  it('a claim is tied to the version of the fact that was believed when it was made', async () => {
    const ns = freshNamespace();
    await on.store.changeSettings(ns, { subject: 'user:ada' });
    const [acme] = await on.store.remember(ns, { ...job, observedAt: AT });
    const rule = { subject: 'my employer', predicate: 'constraint', value: 'ties are worn', observedAt: AT };
    const [told] = await on.store.remember(ns, rule);
    const text = 'MATCH (c:Claim {key: $key})-[d:DEPENDS_ON]->(f:Fact) RETURN f.idKey AS idKey, f.version AS version, d.group AS part';
    const edges = await on.graph.engine.run({ name: 'test/edges', mode: 'read', text }, { key: `${ns}|${told?.claimId}` });
    expect(edges).toEqual([{ idKey: `${ns}|${acme?.factId}`, version: 1, part: 0 }]);
  });
});
