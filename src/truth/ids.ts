import { createHash, randomBytes } from 'node:crypto';

const short = (bytes: Buffer): string => bytes.toString('base64url').replace(/[-_]/g, 'x').slice(0, 20);

/** The same words give the same id, so that a repeated request finds its claim. */
export const digestOf = (parts: readonly (string | number | boolean | null)[]): string =>
  short(createHash('sha256').update(JSON.stringify(parts)).digest());
export const randomId = (): string => short(randomBytes(18));
