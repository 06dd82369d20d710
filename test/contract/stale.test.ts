import { expect, it } from 'vitest';
import type { Params, Row } from '../../src/engine/engine.ts';
import { describeEngines } from '../support/engines.ts';
import { assertion, makeEntity, makePredicate, type Told, write } from '../support/raw.ts';

describeEngines('a write that was prepared before something changed', (on) => {
  const tell = ({ text, params }: Told): Promise<Row[]> => on.engine.run(write(text), params);
  const call = (name: string, params: Params): Promise<Row[]> => on.procedures.call(on.engine, name, params);
  const claims = async (ns: string): Promise<number> => {
    const text = 'WITH $key AS k MATCH (c:Claim {key: k}) RETURN count(c) AS claims';
    const [row] = await on.engine.run({ name: 'test/claims', mode: 'read', text }, { key: `${ns}|c_1` });
    return Number(row?.claims);
  };
  /** Somebody who is as told, a value that is as told, and a predicate of that version. */
  const scene = async (subject: string, value: string, version: number): Promise<string> => {
    const ns = on.freshNamespace();
    await tell(makeEntity(ns, 'user:a', subject));
    await tell(makeEntity(ns, 'user:v', value));
    const { text, params } = makePredicate(ns, 'p', ['p']);
    await tell({ text: text.replace('p.version = 1', 'p.version = $version'), params: { ...params, version } });
    return ns;
  };
  const about = (ns: string): Params => ({ valueEntity: `${ns}|user:v` });

  it.each([
    ['its predicate has other settings', 'active', 'active', 2, 'stale'],
    ['its subject was merged', 'merged', 'active', 1, 'stale'],
    ['its value was merged', 'active', 'merged', 1, 'stale'],
    ['its subject is restricted', 'restricted', 'active', 1, 'restricted'],
    ['its value is restricted', 'active', 'restricted', 1, 'restricted'],
    ['nothing did', 'active', 'active', 1, 'inserted'],
  ])('is answered so, and writes nothing: %s', async (_, subject, value, version, outcome) => {
    const ns = await scene(subject, value, version);
    const [row] = await call('truth/assert', assertion(ns, 'user:a', about(ns)));
    expect(row?.outcome).toBe(outcome);
    expect(await claims(ns)).toBe(outcome === 'inserted' ? 1 : 0);
  });

  it.each([
    ['merged', 'active', true, false],
    ['active', 'merged', true, false],
    ['restricted', 'active', false, false],
    ['active', 'active', false, true],
  ])('is placed so, subject %s and value %s', async (subject, value, merged, active) => {
    const ns = await scene(subject, value, 1);
    const row = {
      seq: 0,
      namespace: ns,
      subject: 'user:a',
      predicate: 'p',
      qualifiers: [],
      valueKey: 'e:user:v',
      valueId: 'user:v',
      valueEntity: `${ns}|user:v`,
      claimKey: `${ns}|c_1`,
    };
    const [place] = await call('truth/place', { rows: [row] });
    expect(place).toMatchObject({ merged, active });
  });

  it.each([
    ['active', 'active', 1],
    ['merged', 'active', 0],
    ['active', 'merged', 0],
  ])('is no merge of who is merged already, %s into %s', async (from, into, done) => {
    const ns = await scene(from, into, 1);
    const [fromKey, intoKey] = [`${ns}|user:a`, `${ns}|user:v`];
    const rows = await call('identity/merge', { fromKey, intoKey, rootKey: intoKey, members: [fromKey], at: 1_000, by: 'o_1' });
    expect(rows).toHaveLength(done);
  });
});
