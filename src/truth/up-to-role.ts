import type { Mention } from '../registry/entities.ts';
import type { Predicates } from '../registry/predicates.ts';
import type { Speech } from '../registry/whom.ts';

/** How many rows can be understood at once: a role sees what the rows before it say, so where one of them may decide it, those go first. */
export async function upToRole(
  speech: Speech,
  predicates: Predicates,
  rows: readonly { readonly predicate: string; readonly mentions: readonly Mention[] }[],
): Promise<number> {
  const told = new Set<string>();
  for (const [i, { predicate, mentions }] of rows.entries()) {
    for (const mention of i === 0 ? [] : mentions) {
      const read = await speech.read(mention);
      if (!('meaning' in read) || read.meaning.kind !== 'role') continue;
      const decides = (await predicates.find(speech.namespace, read.meaning.predicate))?.predicate.name;
      if (decides !== undefined && told.has(decides)) return i;
    }
    told.add(predicate);
  }
  return rows.length;
}
