import { describe, expect, it } from 'vitest';
import { Entities } from '../../src/registry/entities.ts';
import { openGraph } from '../../src/store.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';

describe.each(ENGINES)('an uncertain name on $name', (engine) => {
  it('is somebody new at once where the namespace wants it so, with those it may be', async () => {
    const graph = await openGraph({ store: engine.url, ...(engine.shared && LOGIN) });
    const entities = new Entities(graph);
    const ns = freshNamespace();
    const meet = async (text: string, uncertain: 'wait' | 'new') =>
      [...(await entities.use(ns, [{ text, type: 'org' }], uncertain)).values()][0];
    await meet('Volkswerken', 'wait');
    expect(await meet('Volkswerkn', 'wait')).toMatchObject({ band: 'review', entity: null });
    const candidates = [{ entity: { id: 'entity:org:volkswerken' }, rule: 'similar' }];
    expect(await meet('Volkswerkn', 'new')).toMatchObject({ band: 'new', entity: { id: 'entity:org:volkswerkn' }, candidates });
    expect(await meet('Volkswerkn', 'wait')).toMatchObject({ band: 'accept', rule: 'name' });
    await graph.engine.close();
  });
});
