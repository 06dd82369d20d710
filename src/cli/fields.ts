/** The store names the fields of its interface; a person at a command line knows flags and arguments. */
import type { Command } from 'commander';
import type { Issue } from '../errors.ts';
import type { Place } from './failure.ts';

/** Where a field has another name than its flag. */
const FLAG_OF: Readonly<Record<string, string>> = {
  validFrom: 'from',
  validTo: 'to',
  observedAt: 'said',
  qualifiers: 'qualifier',
  separators: 'separator',
  aliases: 'alias',
  halfLifeDays: 'halfLife',
  idempotencyKey: 'key',
  claimId: 'claim',
};

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bkind: end\b/g, '--end'],
  [/\bvalidFrom\b/g, '--from'],
  [/\bgive it as claimId\b/g, 'give it with --claim'],
  [/\bclaimId\b/g, '--claim'],
  [/\bgive it as factId\b/g, 'give it without --claim'],
  [/\bidempotencyKey\b/g, '--key'],
  [/\bset it with changeSettings\b/g, 'set it with palimpsest settings set subject=ID'],
  [/\bresolve: fold\b/g, '--resolve fold'],
  [/\b(see|with|in) (predicates|list|history|current)\b/g, '$1 palimpsest $2'],
];

/** The issue as the command line says it. */
export function inCliWords({ path, message, next }: Issue, { command, namespace }: Place): Issue {
  const reword = (text: string) =>
    reworded(text).replace(/\bof this namespace\b/, namespace === undefined ? '$&' : `of namespace ${namespace} (-n names another)`);
  return { path: fieldOf(path, command), message: reword(message), ...(next !== undefined && { next: reword(next) }) };
}

export const reworded = (text: string): string => PHRASES.reduce((said, [pattern, words]) => said.replace(pattern, words), text);

function fieldOf(path: string, command: Command | undefined): string {
  if (command === undefined) return path;
  // a place in a file, not on the command line
  if (path.startsWith('catalogue.')) return `--catalogue ${path.slice('catalogue.'.length)}`;
  const [head = path, below] = path.replace(/^(options|definition|change)\.|\[\d+\]/g, '').split('.');
  const name = head === 'source' && below === 'quote' ? 'quote' : (FLAG_OF[head] ?? head);
  for (let at: Command | null = command; at !== null; at = at.parent) {
    const flag = at.options.find((option) => option.attributeName() === name)?.long;
    if (typeof flag === 'string') return flag;
  }
  if (head === 'asOf') return 'when';
  if (head === 'factId') return command.registeredArguments[0]?.name() ?? head;
  return path.includes('[') ? head : path;
}
