import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sortedJson } from '../domain/json.ts';
import { invalidInput } from '../errors.ts';

const int = z.number().int();
const schema = z.strictObject({
  /** Of the namespace and filters it belongs to. */
  of: z.string(),
  /** The last fact of the page before. */
  at: int,
  key: z.string(),
  /** The moment by which the walk began, so that all its pages show one state. */
  clock: int,
  known: int,
  /** How much recorded time held about a page where the walk is now. */
  width: int.min(1),
  /** Counted once, on the first page. */
  superseded: int,
  scheduled: int,
});
export type Cursor = z.infer<typeof schema>;

const PATH = 'cursor';

export function digestOf(namespace: string, filters: object): string {
  const digest = createHash('sha256').update(sortedJson([namespace, filters]));
  return digest.digest('base64url').slice(0, 16);
}

export const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

export function decodeCursor(text: string, of: string): Cursor {
  const cursor = schema.safeParse(parsed(text));
  if (!cursor.success) throw invalidInput('list', [{ path: PATH, message: 'is not one that list gave', next: 'begin without a cursor' }]);
  if (cursor.data.of !== of)
    throw invalidInput('list', [
      { path: PATH, message: 'belongs to a list with other filters', next: 'repeat the filters, or begin without a cursor' },
    ]);
  return cursor.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
