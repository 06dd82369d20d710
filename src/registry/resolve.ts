import { parse } from '../contract/check.ts';
import { mentionsSchema } from '../contract/resolve.ts';
import { invalidInput } from '../errors.ts';
import type { Resolved, ResolveMention } from '../palimpsest.ts';
import type { Mention } from './entities.ts';
import type { Predicates } from './predicates.ts';
import { shown } from './resolved.ts';
import type { Whom } from './whom.ts';

/** Whom mentions mean, as a write would understand them; nobody comes in. One read for all. */
export async function resolve(
  { whom, predicates }: { readonly whom: Whom; readonly predicates: Predicates },
  namespace: string,
  asked: readonly (string | ResolveMention)[],
): Promise<Resolved[]> {
  const mentions = parse(mentionsSchema, asked, 'resolve', 'mentions');
  const read = mentions.map(async (m, i): Promise<Mention> => {
    if (typeof m === 'string') return { text: m, type: null };
    if (m.predicate === undefined) return { text: m.mention, type: m.type ?? null };
    const path = `mentions[${i}].predicate`;
    const { predicate, inverse } = await predicates.require(namespace, m.predicate, 'resolve', path);
    if (predicate.valueType !== 'entity')
      throw invalidInput('resolve', [{ path, message: 'takes no entities', next: 'leave it out, or name one that does' }]);
    return { text: m.mention, type: inverse ? null : predicate.range };
  });
  const resolutions = await whom.resolve(namespace, await Promise.all(read));
  return resolutions.map((r) => shown(r, true));
}
