/**
 * Breaks the store on purpose, one line at a time, in a copy of the tree, and says whether the named tests notice: `npm run mutants`.
 * `-- --quick`: a few of them; `-- --only TEXT`: those whose file or text holds it. Locks are judged with NEO4J_URL; what isn't judged is said.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { MUTANTS, type Mutant, type Suite } from './mutants/table.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const AT_ONCE = 2;
/** A mutant that hangs is noticed. */
const TIMEOUT_MS = 300_000;

type Verdict = 'killed' | 'survived' | 'not judged';

function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'palimpsest-mutants-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Whether the suite passes in that tree. */
function passes(tree: string, { files, only, proof, needs }: Suite): Promise<boolean> {
  const args = ['vitest', 'run', '--bail', '1', ...(proof ? ['--config', 'vitest.prove.config.ts'] : [])];
  if (only !== undefined) args.push('-t', only);
  // without a server only what needs one would go to it, and the embedded engine is faster
  const { NEO4J_URL, ...env } = process.env;
  const child = spawn('npx', [...args, ...files], {
    cwd: tree,
    env: { ...env, ...(needs === 'NEO4J_URL' && NEO4J_URL !== undefined && { NEO4J_URL }), PALIMPSEST_SEED: '1' },
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

async function judge(tree: string, { file, text, instead, killedBy }: Mutant): Promise<Verdict> {
  if (killedBy.needs !== undefined && process.env[killedBy.needs] === undefined) return 'not judged';
  const path = join(tree, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(text, () => instead),
  );
  try {
    return (await passes(tree, killedBy)) ? 'survived' : 'killed';
  } finally {
    writeFileSync(path, whole);
  }
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
const chosen = MUTANTS.filter(
  (m) => (!values.quick || m.quick === true) && (values.only === undefined || `${m.file} ${m.text}`.includes(values.only)),
);
const trees = Array.from({ length: AT_ONCE }, copyOfTree);
const verdicts = new Map<Mutant, Verdict>();
/** A suite that fails anyway kills nothing. */
const broken: string[] = [];

/** Each tree takes the next task that is left. */
const shared = <T>(tasks: readonly T[], work: (tree: string, task: T) => Promise<void>): Promise<unknown> => {
  const left = [...tasks];
  return Promise.all(
    trees.map(async (tree) => {
      for (let task = left.shift(); task !== undefined; task = left.shift()) await work(tree, task);
    }),
  );
};

try {
  const suites = new Set(chosen.map((m) => m.killedBy).filter(({ needs }) => needs === undefined || process.env[needs] !== undefined));
  await shared([...suites], async (tree, suite) => {
    if (!(await passes(tree, suite))) broken.push(suite.files.join(' '));
  });
  if (broken.length === 0)
    await shared(chosen, async (tree, mutant) => {
      verdicts.set(mutant, await judge(tree, mutant));
      process.stderr.write(`${verdicts.size}/${chosen.length} ${verdicts.get(mutant)}: ${mutant.file}\n`);
    });
} finally {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
}

const table = new Table({ head: ['', 'file', 'text', 'instead'], colWidths: [12, 44, 52, 44], wordWrap: true, style: { head: [] } });
for (const [{ file, text, instead }, verdict] of verdicts) table.push([verdict, file, text.trim(), instead.trim() || '(nothing)']);
console.log(table.toString());
const count = (verdict: Verdict): number => [...verdicts.values()].filter((v) => v === verdict).length;
console.log(`${count('killed')} killed, ${count('survived')} survived, ${count('not judged')} not judged`);
for (const files of broken) console.error(`fails without any mutant: ${files}`);
process.exitCode = broken.length > 0 || count('survived') > 0 ? 1 : 0;
