import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { checksum, loadSchema, schemaApply, schemaInfo, schemaValidate } from '../../src/procedures/migrate.ts';
import { warm } from '../../src/procedures/run.ts';
import { describeEngines } from '../support/engines.ts';

const files = loadSchema();
const altered = files.map((file) => (file.version === 2 ? { ...file, checksum: checksum('something else') } : file));

describeEngines('schema', (store) => {
  const chains: string[] = [];
  const freshChain = () => {
    const chain = store.freshNamespace();
    chains.push(chain);
    return chain;
  };
  afterAll(async () => {
    const text = 'UNWIND $chains AS c MATCH (v:SchemaVersion) WHERE v.chain = c DETACH DELETE v';
    await store.engine.run({ name: 'test/clean', mode: 'write', text }, { chains });
  });

  it('is applied once, in order, and again without effect', async () => {
    const chain = freshChain();
    expect((await schemaInfo(store.engine, store.procedures, { chain })).pending).toEqual(files);
    const first = await schemaApply(store.engine, store.procedures, { chain });
    expect(first.applied.map(({ version }) => version)).toEqual(files.map(({ version }) => version));
    expect(first.pending).toEqual([]);
    expect(await schemaApply(store.engine, store.procedures, { chain })).toEqual(first);
  });

  it('goes on where an older release stopped', async () => {
    const chain = freshChain();
    await schemaApply(store.engine, store.procedures, { chain, files: files.slice(0, 3) });
    const info = await schemaValidate(store.engine, store.procedures, { chain });
    expect(info.pending).toEqual(files.slice(3));
  });

  it('is refused when a file changed after it was applied', async () => {
    const chain = freshChain();
    await schemaApply(store.engine, store.procedures, { chain });
    const changed = schemaApply(store.engine, store.procedures, { chain, files: altered });
    await expect(changed).rejects.toMatchObject({
      code: 'schema_mismatch',
      details: { version: 2 },
      message: expect.stringContaining('restore'),
    });
  });

  it('is refused when the graph is newer than the release', async () => {
    const chain = freshChain();
    await schemaApply(store.engine, store.procedures, { chain });
    const older = schemaValidate(store.engine, store.procedures, { chain, files: files.slice(0, -1) });
    await expect(older).rejects.toMatchObject({ code: 'schema_mismatch', message: expect.stringContaining('upgrade') });
  });

  it('is applied by several at once as by one', async () => {
    const chain = freshChain();
    const other = store.case.shared ? await store.case.open() : store.engine;
    const infos = await Promise.all([store.engine, other, other].map((engine) => schemaApply(engine, store.procedures, { chain })));
    expect(infos.map(({ applied }) => applied.length)).toEqual([files.length, files.length, files.length]);
    if (other !== store.engine) await other.close();
  });

  describe.skipIf(!store.case.shared)('on a server', () => {
    const SHOWN = `SHOW INDEXES YIELD name, state, owningConstraint, labelsOrTypes WHERE labelsOrTypes[0] IN $labels
      RETURN name, state, owningConstraint IS NOT NULL AS isUnique ORDER BY name`;
    const labels: string[] = [];
    const fresh = () => {
      const label = `T${randomUUID().replaceAll('-', '')}`;
      labels.push(label);
      const text = `CREATE CONSTRAINT ${label}_key IF NOT EXISTS FOR (n:${label}) REQUIRE n.key IS UNIQUE`;
      return { label, statement: { name: 'test/constraint', mode: 'write', text } as const };
    };
    const write = (text: string) => store.engine.run({ name: 'test/schema', mode: 'write', text }, {});
    const shown = (of: readonly string[]) => store.engine.run({ name: 'test/shown', mode: 'read', text: SHOWN }, { labels: [...of] });
    afterAll(async () => {
      for (const label of labels) {
        await write(`DROP CONSTRAINT ${label}_key IF EXISTS`);
        await write(`DROP INDEX ${label}_key IF EXISTS`);
        await write(`DROP INDEX ${label}_other IF EXISTS`);
      }
    });

    it('what one process makes is not hindered by what another makes', async () => {
      const { label, statement } = fresh();
      await write(`UNWIND range(1, 60000) AS i CREATE (:${label} {key: toString(i)})`);
      let isMade = false;
      const large = store.engine.applySchema(statement).finally(() => {
        isMade = true;
      });
      const other = await store.case.open();
      while (!isMade) await other.applySchema(fresh().statement);
      await large;
      expect(await shown([label])).toEqual([{ name: `${label}_key`, state: 'ONLINE', isUnique: true }]);
      await write(`MATCH (n:${label}) DELETE n`);
      await other.close();
    });

    it('an index that a process left when it was cut off gives way to the constraint', async () => {
      const { label, statement } = fresh();
      await write(`CREATE INDEX ${label}_key FOR (n:${label}) ON (n.key)`);
      await store.engine.applySchema(statement);
      expect(await shown([label])).toEqual([{ name: `${label}_key`, state: 'ONLINE', isUnique: true }]);
    });

    it('somebody else’s index in the way of a constraint is named', async () => {
      const { label, statement } = fresh();
      await write(`CREATE INDEX ${label}_other FOR (n:${label}) ON (n.key)`);
      await expect(store.engine.applySchema(statement)).rejects.toMatchObject({
        code: 'schema_mismatch',
        message: expect.stringContaining(`${label}_other`),
      });
    });
  });

  it('leaves every procedure plannable', async () => {
    await expect(warm(store.engine, store.procedures)).resolves.toBeUndefined();
  });
});

it('the checksum of a schema file does not depend on line ends', () => {
  expect(checksum('a\r\nb\r\n')).toBe(checksum('a\nb\n'));
});
