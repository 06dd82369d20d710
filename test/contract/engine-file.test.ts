import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../src/engine/open.ts';
import { schemaApply, schemaInfo } from '../../src/procedures/migrate.ts';
import { createProcedures } from '../../src/procedures/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a store in a file', () => {
  it('is there again after it was closed, with its schema', async () => {
    const url = `file:${join(folder, 'again.db')}`;
    const procedures = createProcedures();
    const first = await openEngine(url);
    await schemaApply(first, procedures);
    await first.run({ name: 'test/put', mode: 'write', text: "CREATE (:Entity {key: 'a'})" }, {});
    await first.close();

    const second = await openEngine(url);
    expect((await schemaInfo(second, procedures)).pending).toEqual([]);
    const again = second.run({ name: 'test/put', mode: 'write', text: "CREATE (:Entity {key: 'a'})" }, {});
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await second.close();
  });

  it('is refused while another process has it, with the way out, and free when that one ends', async () => {
    const path = join(folder, 'locked.db');
    const holder = spawn(process.execPath, ['-e', HOLD, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    const refused = openEngine(`file:${path}`);
    await expect(refused).rejects.toMatchObject({ code: 'store_locked', message: expect.stringContaining('use Neo4j') });
    holder.stdin.end();
    await once(holder, 'exit');
    await (await openEngine(`file:${path}`)).close();
  });

  it('is refused where the file is something else', async () => {
    const path = join(folder, 'letter.txt');
    writeFileSync(path, 'Dear reader, this is not a store.');
    await expect(openEngine(`file:${path}`)).rejects.toMatchObject({ code: 'corrupt' });
    await expect(openEngine(`file:${folder}`)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(openEngine('file:')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

const HOLD = `
  const { GrafeoDB } = require('@grafeo-db/js');
  const db = GrafeoDB.create(process.argv[1]);
  console.log('open');
  process.stdin.on('end', () => { db.close(); process.exit(); }).resume();
`;
