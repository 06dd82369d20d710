/**
 * Shows that the lock line of the write is what keeps one current fact: takes it out of the text and lets 32 writers at one slot.
 * Run against a Neo4j of your own: `NEO4J_URL=bolt://127.0.0.1:7687 npx tsx scripts/without-lock.ts`
 */
import { randomUUID } from 'node:crypto';
import { openEngine } from '../src/engine/open.ts';
import type { Palimpsest } from '../src/palimpsest.ts';
import { loadProcedures } from '../src/procedures/load.ts';
import { schemaApply } from '../src/procedures/migrate.ts';
import { createProcedures } from '../src/procedures/run.ts';
import { Catalogue } from '../src/registry/catalogue/catalogue.ts';
import { palimpsestOn } from '../src/store.ts';
import { giveDegree, SLOT, writeAtOnce } from '../test/support/writers.ts';

/** Every write to the subject locks it, so the recorded time has to go as well. */
const unlocked = (text: string): string =>
  text
    .replace(/SET [le]\.lock = true/g, '')
    .replace(/WITH l, l\.lastRecorded AS last, \$now AS now\s+SET l\.lastRecorded = [^\n]+/, 'RETURN l')
    .replace('FOREACH (l IN ls | SET l.lastRecorded = rec)', '')
    .replaceAll(/e\.lastRecorded(?! =)/g, '$now');
const url = process.env.NEO4J_URL;
if (url === undefined) throw new Error('set NEO4J_URL=bolt://HOST:PORT: the embedded engine has one writer at a time anyway');

for (const [title, procedures] of [
  ['as shipped', loadProcedures()],
  ['lock line taken out', loadProcedures().map((p) => ({ ...p, text: unlocked(p.text) }))],
] as const) {
  const engine = await openEngine(url, { user: 'neo4j', password: process.env.PALIMPSEST_NEO4J_PASSWORD ?? 'palimpsest' });
  const bound = createProcedures(procedures);
  await schemaApply(engine, bound);
  let failed = 0;
  const plain = palimpsestOn({
    engine,
    catalogue: Catalogue.open(false),
    clock: Date.now,
    // in this process too nobody waits for anybody
    turns: { take: (_, work) => work() },
    call: async (name, params, runner = engine) => (await bound.call(runner, name, params)) as never,
  });
  const store: Palimpsest = {
    ...plain,
    remember: (...args) =>
      plain.remember(...args).catch(() => {
        failed += 1;
        return [];
      }),
  };
  const namespace = `lock-${randomUUID().slice(0, 8)}`;
  await giveDegree(store, namespace, 200);
  const results = await writeAtOnce([store], namespace, 32, 10, 1);
  const { facts } = await store.current(namespace, SLOT);
  const { claims } = await store.history(namespace, SLOT);
  const { findings } = await store.doctor(namespace);
  console.log(
    `${title}: ${results.length} acknowledged, ${failed} failed, ${claims.length} claims kept, ${facts.length} current, ${findings.length} findings of the doctor`,
  );
  await store.close();
}
