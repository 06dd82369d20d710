import { invalidInput } from '../errors.ts';
import { meaningOf } from './phrases.ts';
import type { Settings } from './settings.ts';

/** Refuses names that are phrases here: nobody can be called "me" or "my employer". */
export async function refuseReserved(
  settings: Settings,
  namespace: string,
  names: readonly { readonly text: string; readonly path: string }[],
  operation: string,
): Promise<void> {
  if (names.length === 0) return;
  const now = await settings.get(namespace);
  const issues = names
    .filter(({ text }) => !['named', undefined].includes(meaningOf(now, text, null)?.kind))
    .map(({ path }) => ({ path, message: 'is a phrase that stands for whoever it is said of', next: 'choose a name' }));
  if (issues.length > 0) throw invalidInput(operation, issues);
}
