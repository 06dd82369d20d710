import { HTTP_ROWS } from './http-rows.ts';
import { engineName, machine } from './machine.ts';
import type { Measured } from './measure.ts';
import { memoryPerFact } from './memory.ts';
import { NAME_ROWS } from './names.ts';
import { type BenchOptions, HELP, readOptions } from './options.ts';
import { type Figure, table, writeReadme } from './report.ts';
import { type BenchRow, ROWS } from './rows.ts';
import { World } from './world.ts';

const MEMORY_FACTS = 40_000;
const progress = (text: string) => process.stderr.write(`${text}\n`);

async function bench(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const url of options.engines) {
    for (const facts of options.facts) figures.push(...(await benchStore(url, facts, options, figures)));
    if (url === 'memory:' && wanted('memory per fact', options)) figures.push(memory(figures));
  }
  return figures;
}

const wanted = (name: string, { only }: BenchOptions): boolean => only === null || name.includes(only);

async function benchStore(url: string, facts: number, options: BenchOptions, before: readonly Figure[]): Promise<Figure[]> {
  const rows = [...ROWS, ...NAME_ROWS, ...HTTP_ROWS].filter(
    (row) => wanted(row.name, options) && (row.grows || facts === options.facts[0]),
  );
  const world = await World.open(url, facts);
  try {
    const engine = await engineName(world.engine);
    const figures: Figure[] = [];
    for (const row of rows) {
      progress(`${engine}, ${facts} facts: ${row.name}`);
      figures.push(figure(row, engine, world, await row.run(world, options.rounds), before));
    }
    return figures;
  } finally {
    await world.close();
  }
}

function figure(row: BenchRow, engine: string, world: World, measured: Measured, before: readonly Figure[]): Figure {
  const smallest = before.find((f) => f.engine === engine && f.name === row.name);
  return {
    ...measured,
    ...(world.engine.capabilities.multiProcess && { cpuRatio: null }),
    engine,
    facts: world.facts,
    name: row.name,
    columns: [row.ours, row.theirs],
    unit: 'ms',
    target: world.engine.capabilities.multiProcess ? row.server : row.embedded,
    growth: smallest === undefined ? null : measured.ratio / smallest.ratio,
  };
}

function memory(figures: readonly Figure[]): Figure {
  progress('memory per fact');
  return {
    ...memoryPerFact(MEMORY_FACTS),
    engine: figures.at(-1)?.engine ?? 'embedded',
    facts: MEMORY_FACTS,
    name: 'memory per fact',
    columns: ['with its claim', 'raw'],
    unit: 'bytes',
    target: { most: 4_000 },
    growth: null,
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    console.log(HELP);
    return;
  }
  const figures = await bench(options);
  const text = table(figures);
  console.log(options.json ? JSON.stringify({ machine: machine(), rounds: options.rounds, figures }, null, 2) : text);
  if (options.write) writeReadme(text);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
