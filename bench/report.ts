import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { busyness, machine } from './machine.ts';
import type { Measured } from './measure.ts';
import type { Target } from './rows.ts';

export interface Figure extends Measured {
  readonly engine: string;
  readonly facts: number;
  readonly name: string;
  readonly columns: readonly [ours: string, theirs: string];
  readonly unit: 'ms' | 'bytes';
  readonly target: Target;
  /** Of a row that is measured at several sizes: by what its ratio grew from the smallest. */
  readonly growth: number | null;
}

export const meets = ({ ratio, unit, ours, target: { most, least } }: Figure): boolean =>
  (most === undefined || (unit === 'bytes' ? ours : ratio) <= most) && (least === undefined || ratio >= least);

const GROWTH = 1.25;
const number = (n: number): string => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2));
const amount = (n: number, unit: Figure['unit']): string =>
  unit === 'bytes' ? `${number(n / 1000)} kB` : n < 0.1 ? `${number(n * 1000)} µs` : `${number(n)} ms`;

function goal({ unit, target: { most, least } }: Figure): string {
  if (least !== undefined) return `≥ ${least}×`;
  if (most === undefined) return '';
  return unit === 'bytes' ? `≤ ${most / 1000} kB` : `≤ ${most}×`;
}

function line(f: Figure): string {
  const growth = f.growth === null ? '' : `${number(f.growth)}×${f.growth <= GROWTH ? '' : ' (!)'}`;
  const cells = [
    f.name,
    f.facts.toLocaleString('en'),
    `${amount(f.ours, f.unit)} (${f.columns[0]})`,
    `${amount(f.theirs, f.unit)} (${f.columns[1]})`,
    `${number(f.ratio)}×`,
    f.cpuRatio === null ? '' : `${number(f.cpuRatio)}×`,
    `${goal(f)}${meets(f) ? '' : ' (!)'}`,
    growth,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A table an engine. */
export function table(figures: readonly Figure[]): string {
  const engines = [...new Set(figures.map((f) => f.engine))];
  const parts = engines.map((engine) =>
    [
      `**${engine}**`,
      '',
      '| what | facts | time | against | ratio | in CPU time | goal | growth |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...figures.filter((f) => f.engine === engine).map(line),
    ].join('\n'),
  );
  const about = `Medians on ${machine()}. Ratio: time by time against; growth: ratio by ratio at the smallest size. (!) misses its goal.`;
  return [[about, busyness() ?? []].flat().join(' '), ...parts].join('\n\n');
}

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BETWEEN = /(<!-- bench:start -->\n)[\s\S]*?(<!-- bench:end -->)/;

export function writeReadme(text: string): void {
  const readme = readFileSync(README, 'utf8');
  if (!BETWEEN.test(readme)) throw new Error('README.md has no bench markers');
  writeFileSync(
    README,
    readme.replace(BETWEEN, (_, start: string, end: string) => `${start}${text}\n${end}`),
  );
}
