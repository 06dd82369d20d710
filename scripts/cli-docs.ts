/** Writes the reference part of docs/cli.md from the help of the commands; `npm run docs:cli`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../src/cli/program.ts';

export const PAGE = fileURLToPath(new URL('../docs/cli.md', import.meta.url));
const MARK = '<!-- From here on written by npm run docs:cli. -->';

/** The page with what the commands say of themselves now: what they do, and their examples. */
export async function withReference(page: string): Promise<string> {
  const parts: string[] = [];
  const add = async (...command: readonly string[]): Promise<void> => {
    const text = await help(...command);
    if (command.length > 0) parts.push(section(command, text));
    for (const below of commandsIn(text)) await add(...command, below);
  };
  await add();
  return `${page.slice(0, page.indexOf(MARK) + MARK.length)}\n\n${parts.join('\n')}`;
}

async function help(...command: readonly string[]): Promise<string> {
  const out: string[] = [];
  const io = {
    stdin: Readable.from([]),
    out: (text: string) => void out.push(text),
    err: () => undefined,
    color: false,
    progressBar: false,
    interruptible: () => new AbortController().signal,
  };
  await run([...command, '--help'], { io, open: () => Promise.reject(new Error('help opens no store')) });
  return out.join('').trim();
}

function commandsIn(text: string): string[] {
  const listed = /^Commands:\n([\s\S]*?)\n\n/m.exec(text)?.[1] ?? '';
  return [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name as string).filter((name) => name !== 'help');
}

function section(command: readonly string[], text: string): string {
  const [usage, ...said] = text
    .slice(0, text.search(/^(?:Arguments|Options|Commands|Global Options):$/m))
    .trim()
    .split('\n');
  const examples = /^Examples:\n([\s\S]*)$/m.exec(text)?.[1] ?? '';
  const lines = examples.split('\n').map((line) => line.replace(/^ {2}(?:\$ )?/, ''));
  const does = said.join(' ').replace(/\s+/g, ' ').trim();
  return `## ${command.join(' ')}\n\n\`${usage?.replace('Usage: ', '')}\`\n\n${does}\n\n\`\`\`bash\n${lines.join('\n').trim()}\n\`\`\`\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, await withReference(readFileSync(PAGE, 'utf8')));
