import { createHash } from 'node:crypto';
import { foldName } from './key.ts';

/** What the ids of entities begin with that nobody gave an id. */
export const SHIPPED = 'entity';

/** The id of a new entity says its name; what a name loses on the way is kept apart by a digest. */
export function mintId(type: string, name: string): string {
  const folded = foldName(name);
  const slug = folded.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/gu, '');
  const exact = /^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u.test(folded) && slug.length <= 60;
  const digest = createHash('sha256').update(folded).digest('hex').slice(0, 24);
  return [SHIPPED, type, exact ? slug : `${[...slug].slice(0, 60).join('')}~${digest}`].join(':');
}
