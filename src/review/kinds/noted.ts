import { type Kind, nothingToDo } from './kind.ts';

/** What a person has only to see: accepting it writes nothing. */
export const noted: Kind = {
  view: (_, data) => ({ candidate: null, questions: [], details: JSON.parse(data) as Record<string, unknown> }),
  accept: async () => nothingToDo,
  agrees: () => false,
  settles: () => [],
};
