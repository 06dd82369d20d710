/** Statements and parameters that come from nobody's verbs. */
import type { Params, Statement } from '../../src/engine/engine.ts';

export const write = (text: string): Statement => ({ name: 'test/write', mode: 'write', text });
export interface Told {
  readonly text: string;
  readonly params: Params;
}

export const makeEntity = (ns: string, id: string, state = 'active'): Told => ({
  text: `WITH $key AS k MERGE (e:Entity {key: k})
    ON CREATE SET e.namespace = $ns, e.id = $id, e.type = 'user', e.name = $id, e.state = $state, e.lastRecorded = 0, e.root = k`,
  params: { key: `${ns}|${id}`, ns, id, state },
});
export const makePredicate = (ns: string, name: string, names: readonly string[]): Told => ({
  text: `WITH $key AS k MERGE (p:Predicate {key: k}) ON CREATE SET p.namespace = $ns, p.definedIn = $ns, p.name = $name, p.names = $names, p.version = 1,
    p.cardinality = 'single', p.slotBy = 'subject', p.margin = 0.2, p.separators = [], p.settings = 1`,
  params: { key: `${ns}|${name}`, ns, name, names: [...names] },
});

/** Of one claim, as `truth/assert` takes it. */
export const assertion = (ns: string, subject: string, more: Params = {}): Params => ({
  rows: [
    {
      form: 0,
      seq: 0,
      subjectKey: `${ns}|${subject}`,
      claimId: 'c_1',
      factId: 'f_1',
      value: 'v',
      valueKey: 't:v',
      start: 1_000,
      said: 1_000,
      ...more,
    },
  ],
  forms: [
    { namespace: ns, predicate: 'p', qualifiers: [], kind: 'assert', origin: 'stated', explicit: true, confidence: 0.9, settings: 1 },
  ],
});

/** Of one slot, `ns|owner|p|`, as `truth/rewrite` takes it. */
export function rewriteOf(ns: string, owner: string, more: Params = {}): Params {
  const slotKey = `${ns}|${owner}|p|`;
  const names = ['claims', 'movedClaims', 'withdrawnClaims', 'withdrawn', 'extended', 'created', 'links', 'supersedes', 'challenges'];
  const slot = {
    slotKey,
    ownerKey: `${ns}|${owner}`,
    group: slotKey,
    predicateKey: `${ns}|p`,
    namespace: ns,
    owner,
    predicate: 'p',
    separators: '',
    subjects: [`${ns}|${owner}`],
    at: 5_000,
    tail: 2_000,
    challenge: -1,
    defaults: false,
    settings: 1,
    contested: 0,
  };
  return { slots: [slot], ...Object.fromEntries(names.map((name) => [name, []])), ...more };
}
