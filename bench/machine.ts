import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, totalmem } from 'node:os';
import type { Engine } from '../src/engine/engine.ts';
import { serverVersion } from './raw.ts';

/** What a figure depends on, without saying whose machine it is. */
export function machine(): string {
  const [cpu] = cpus();
  const model = cpu === undefined ? '' : ` (${cpu.model.trim()})`;
  return `${cpus().length} cores${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version.slice(1)}`;
}

/** Other programs that want the processor lengthen a long step more than a short one. */
export function busyness(): string | null {
  const [load = 0] = loadavg();
  return load > cpus().length + 1
    ? `The machine was busy with other things (load ${load.toFixed(0)}), which makes ratios of time too high.`
    : null;
}

export async function engineName(engine: Engine): Promise<string> {
  const server = await serverVersion(engine);
  if (server !== null) return server;
  const file = createRequire(import.meta.url).resolve('@grafeo-db/js/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `embedded, Grafeo ${version}`;
}
