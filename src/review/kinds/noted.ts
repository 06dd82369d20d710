import type { DecidedData } from '../parked-data.ts';
import { type Kind, nothingToDo } from './kind.ts';

/** What a person has only to see: accepting it writes nothing. */
export const noted: Kind = {
  view: (_, data) => {
    const { decision, result, ...details } = JSON.parse(data) as DecidedData & Record<string, unknown>;
    return { candidate: null, questions: [], details };
  },
  accept: async () => nothingToDo,
  agrees: () => false,
  settles: () => [],
};
