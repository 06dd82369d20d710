import { expect } from 'vitest';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { JOB } from './said.ts';
import type { StoreCase } from './stores.ts';

export const texts = async (store: Palimpsest, ns: string, of = JOB) => (await store.current(ns, of)).facts.map((f) => f.text);
export const GMBH = 'entity:org:acme-gmbh';
export const AG = 'entity:org:acme-ag';

/** Of a namespace in which "Acme" may be the GmbH or the AG. */
export const acmesOn = (on: StoreCase) => ({
  twoAcmes: async (): Promise<string> => {
    const ns = on.fresh();
    await on.store.putEntity(ns, GMBH, { type: 'org', name: 'Acme GmbH' });
    await on.store.putEntity(ns, AG, { type: 'org', name: 'Acme AG' });
    return ns;
  },
  /** The review that a candidate waits in. */
  waiting: async (ns: string, candidate: Candidate): Promise<string> => {
    const [result] = await on.store.remember(ns, candidate);
    return result?.reviewId as string;
  },
  healthy: async (ns: string): Promise<void> => expect(await on.store.doctor(ns)).toMatchObject({ findings: [] }),
});
