/** Writes the table of docs/errors.md from the codes; `npm run docs:errors`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT_OF } from '../src/cli/exit.ts';
import { ERRORS, type ErrorCode } from '../src/errors.ts';

export const PAGE = fileURLToPath(new URL('../docs/errors.md', import.meta.url));
const MARK = '<!-- From here on written by npm run docs:errors. -->';

export function withTable(page: string): string {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, retryable, title, next } = ERRORS[code];
    return `| \`${code}\` | ${status} | ${EXIT_OF[code]} | ${retryable ? 'yes' : 'no'} | ${title} | ${next} |`;
  });
  const head = ['| code | HTTP | exit | again? | what it means | what to do |', '| --- | ---: | ---: | --- | --- | --- |'];
  return `${page.slice(0, page.indexOf(MARK) + MARK.length)}\n\n${[...head, ...rows].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
