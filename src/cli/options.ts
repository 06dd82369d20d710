import { InvalidArgumentError } from 'commander';
import type { ClaimSource, Qualifiers } from '../domain/fact.ts';
import { invalidInput } from '../errors.ts';

type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
type Required<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** Leaves out what wasn't given. */
export function given<T extends object>(fields: T): Required<T> & Optional<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Required<T> & Optional<T>;
}

export const toNumber =
  (example: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError(`Give a number such as ${example}.`);
    return number;
  };

/** A subject alone says nothing of which fact is meant. */
export function needsPredicate(operation: 'retract' | 'why', target: string): void {
  if (!/^[a-z][a-z0-9_-]*:/u.test(target)) return;
  const next = `give a predicate too: palimpsest ${operation} ${target} works_at; or the id of a fact`;
  throw invalidInput(operation, [{ path: 'predicate', message: 'is missing', next }]);
}

/** The last colon divides, as sessions may hold colons and turns seldom do. */
export function toSource(text: string): ClaimSource {
  const at = text.lastIndexOf(':');
  if (text === '' || at === 0 || at === text.length - 1) throw new InvalidArgumentError('Give SESSION or SESSION:TURN, such as chat-42:7.');
  return at < 0 ? { session: text } : { session: text.slice(0, at), turn: text.slice(at + 1) };
}

export function toQualifiers(text: string, before: Qualifiers | undefined): Qualifiers {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Give NAME=VALUE, such as repo=palimpsest.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

export function toList(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

export const QUALIFIER = ['-q, --qualifier <name=value>', 'narrows the statement, such as repo=api (repeatable)'] as const;
export const SOURCE = [
  '--source <session:turn>',
  'where it was said, divided at the last colon; with a turn, sending it again writes nothing twice',
] as const;
export const KEY = ['--key <key>', 'a key of your own: run again with the same one, it is done once'] as const;
export const FROM = ['--from <date>', 'when it began to hold: 2024, 2024-03, 2024-03-01 (in UTC) or an instant with offset'] as const;
export const TO = ['--to <date>', 'when it stopped, or will: of a date, its end (2026-05-08 is the last day)'] as const;

export function examples(...lines: readonly (readonly [command: string, says: string])[]): string {
  return `\nExamples:\n${lines.map(([command, says]) => `  # ${says}\n  $ palimpsest ${command}`).join('\n')}`;
}

/** For acts. */
export const BY = ['--by <name>', 'who decides'] as const;
