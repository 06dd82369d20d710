import { type Command, CommanderError } from 'commander';
import { type Issue, isPalimpsestError, PalimpsestError } from '../errors.ts';
import { EXIT_OF, type ExitCode } from './exit.ts';
import { inCliWords, reworded } from './fields.ts';
import type { Io } from './io.ts';
import { plain, toJson } from './text.ts';

/** What was asked for when it failed. */
export interface Place {
  /** Its words, such as `predicates define`; none where no command is known. */
  readonly words: string;
  readonly command?: Command | undefined;
  readonly namespace?: string | undefined;
}

/** Says on `err` what went wrong and what to do, and answers with the exit code. */
export function reportFailure(error: unknown, place: Place, json: boolean, io: Io): ExitCode {
  const failure = isPalimpsestError(error) ? error : error instanceof CommanderError ? usage(error, place.words) : defect();
  if (json) io.err(`${toJson(failure.toJSON())}\n`);
  else for (const line of lines(failure, place)) io.err(`${line}\n`);
  if (!json && failure !== error && failure.code === 'internal') io.err(frames(error));
  return EXIT_OF[failure.code];
}

export function issueLine(issue: Issue): string {
  return plain(reworded(`${issue.path}: ${issue.message}${issue.next === undefined ? '' : ` — ${issue.next}`}`));
}

/** Who sent one row at a time isn't helped by its place in a batch. */
export function withoutRow(issue: Issue): Issue {
  return { ...issue, path: issue.path.replace(/^[a-z]*\[\d+\]\.?/, '') || 'line' };
}

function lines(failure: PalimpsestError, place: Place): string[] {
  const where = `palimpsest ${place.words}`.trim();
  if (failure.issues !== undefined && failure.issues.length > 0)
    return failure.issues.map((issue) => `${where}: ${issueLine(inCliWords(issue, place))}`);
  const prefix = `${failure.operation ?? ''}: `;
  const said = failure.message.startsWith(prefix) ? failure.message.slice(prefix.length) : failure.message;
  const key = failure.details?.idempotencyKey;
  return [
    plain(`${where}: ${reworded(said)}`),
    ...(typeof key === 'string' ? [plain(`${where}: the key is ${key}: run it again with --key ${key}`)] : []),
  ];
}

function usage(error: CommanderError, words: string): PalimpsestError {
  const said = error.message.replace(/^error: /, '').replace(/\.$/, '');
  return new PalimpsestError('invalid_input', `${said} — see ${`palimpsest ${words}`.trim()} --help`);
}

function defect(): PalimpsestError {
  return new PalimpsestError('internal', 'an unexpected failure; this is a defect — please report it with the command you ran');
}

/** The place, but not the message, which may quote what is stored. */
function frames(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return `${error.name}\n${at.slice(0, 8).join('\n')}\n`;
}
