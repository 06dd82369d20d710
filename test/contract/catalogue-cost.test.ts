import { expect, it } from 'vitest';
import { Catalogue } from '../../src/registry/catalogue/catalogue.ts';
import { palimpsestOn } from '../../src/store.ts';
import { describeCounted } from '../support/counted.ts';
import { freshNamespace } from '../support/engines.ts';

describeCounted('the catalogue', (on) => {
  const employees = (names: readonly string[]) => names.map((value, i) => ({ subject: `user:${i}`, predicate: 'works_at', value }));

  it('costs no round trip: a batch is looked up in one read and enters in one write', async () => {
    const ns = freshNamespace();
    const names = ['VW', 'MSFT', 'Jet Brains', 'Acme', 'Volkswagen', 'Globex', 'Airbus'];
    const many = Array.from({ length: 500 }, (_, i) => names[i % names.length] as string);
    const first = await on.callsOf(() => on.store.remember(ns, employees(many)));
    expect(first.filter((name) => name.endsWith('-entities'))).toEqual(['registry/find-entities', 'registry/register-entities']);
    const again = await on.callsOf(() => on.store.remember(ns, employees(names)));
    // a name may have a second owner by now, so it is looked up again
    expect(again.filter((name) => name.endsWith('-entities'))).toEqual(['registry/find-entities']);
  });

  it('finds again who was made from the name before there was a catalogue', async () => {
    const ns = freshNamespace();
    const without = palimpsestOn({ ...on.graph, catalogue: Catalogue.open(false) });
    const [before] = await without.remember(ns, employees(['Volkswagen']));
    expect(before?.resolved.value).toMatchObject({ entity: 'entity:org:volkswagen', band: 'new' });
    const later = await on.store.remember(ns, employees(['VW', 'Volkswagen']));
    expect(later.map((r) => r.resolved.value?.entity)).toEqual(['entity:org:volkswagen', 'entity:org:volkswagen']);
    const [unknown] = await without.remember(freshNamespace(), employees(['VW']));
    expect(unknown?.resolved.value).toMatchObject({ entity: 'entity:org:vw', band: 'new' });
  });
});
