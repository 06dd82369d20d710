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
  archived: int,
});
export type Cursor = z.infer<typeof schema>;

export function digestOf(namespace: string, filters: object): string {
  const digest = createHash('sha256').update(sortedJson([namespace, filters]));
  return digest.digest('base64url').slice(0, 16);
}

export const encodeCursor = <C extends { readonly of: string }>(cursor: C): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

export const decodeCursor = (text: string, of: string): Cursor => readCursor(schema, 'list', text, of);

/** What a page of `operation` gave, if it was asked with the filters that `of` is the digest of. */
export function readCursor<C extends { readonly of: string }>(cursor: z.ZodType<C>, operation: string, text: string, of: string): C {
  const refuse = (message: string, next: string) => invalidInput(operation, [{ path: 'cursor', message, next }]);
  const read = cursor.safeParse(parsed(text));
  if (!read.success) throw refuse(`is not one that ${operation} gave`, 'begin without a cursor');
  if (read.data.of !== of) throw refuse(`belongs to ${operation} with other filters`, 'repeat the filters, or begin without a cursor');
  return read.data;
}

function parsed(text: string): unknown {
  const bytes = Buffer.from(text, 'base64url');
  // what isn't base64url, or is left over, is passed over when it is decoded
  if (bytes.toString('base64url') !== text) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
