import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measured } from './measure.ts';

/** In a process of its own, so that nothing else is counted. In bytes. */
export function memoryPerFact(facts: number): Measured {
  const child = fileURLToPath(new URL('./memory-child.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', ...process.execArgv, child, String(facts)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`measuring memory failed: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}
