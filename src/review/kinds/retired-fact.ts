import { decodePart } from '../../domain/keys.ts';
import { isPalimpsestError } from '../../errors.ts';
import type { Found } from '../../registry/predicates.ts';
import { closeAfter } from '../../retire/close.ts';
import { Again } from '../../truth/again.ts';
import { digestOf } from '../../truth/ids.ts';
import { endRow } from '../../truth/retract.ts';
import { contentOf } from '../../truth/state.ts';
import { homeOfFact, loaded, saidOf } from '../../truth/target.ts';
import type { DecidedData } from '../parked-data.ts';
import { type Kind, nothingToDo } from './kind.ts';

/** A fact that names an entity which was retired at that time. */
export interface RetiredFactData {
  readonly operationId: string;
  readonly entity: string;
  readonly factId: string;
  readonly predicate: string;
  readonly at: string;
}

/** Accepted, the fact ends when the entity was retired; rejected, it goes on. */
export const retiredFact: Kind = {
  view: (_, data) => {
    const { decision, result, ...details } = JSON.parse(data) as DecidedData & Record<string, unknown>;
    return { candidate: null, questions: [], details };
  },
  accept: async ({ graph, desk, namespace, operation }, { id, data }) => {
    const { factId, at: said } = JSON.parse(data) as RetiredFactData;
    // it may be over, or never have been, by now
    const { locks, slotKey, fact: home } = await homeOfFact(graph, namespace, factId, operation).catch(unlessGone);
    if (home === undefined) return nothingToDo;
    const at = Date.parse(said);
    const { predicate } = (await desk.registry.predicates.find(namespace, decodePart(home.predicate))) as Found;
    return {
      locks,
      work: async (change, _, by) => {
        const slot = await loaded(change, slotKey);
        const fact = slot?.state.facts.find((f) => f.id === factId);
        // elsewhere, or nowhere, by now
        if (slot === undefined || fact === undefined) throw new Again();
        if (slot.state.settings.version !== predicate.version) throw new Again();
        const content = contentOf(fact, slot.state.settings.slotBy);
        let seq = 0;
        const ends: string[] = [];
        closeAfter(
          slot,
          { at, now: change.at },
          (value) => value === content,
          (claim, claims) => {
            const row = endRow(claim, {
              namespace,
              predicate,
              start: at,
              confidence: 1,
              source: null,
              reason: null,
              origin: 'decision',
              ...saidOf(claims),
              seq,
              id: digestOf([id, String(change.at), String(seq++)]),
            });
            ends.push(row.claimKey);
            return row;
          },
        );
        await change.write(by);
        return new Map([[id, { claimKeys: ends, result: null }]]);
      },
    };
  },
  agrees: () => false,
  settles: () => [],
};

function unlessGone(error: unknown): { readonly locks: string[]; readonly slotKey: string; readonly fact: undefined } {
  if (isPalimpsestError(error) && error.code === 'not_found') return { locks: [], slotKey: '', fact: undefined };
  throw error;
}
