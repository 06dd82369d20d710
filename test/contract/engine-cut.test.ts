import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Engine, Statement } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { describeEngines, LOGIN } from '../support/engines.ts';

const PUT: Statement = {
  name: 'test/put',
  mode: 'write',
  text: 'WITH $key AS k MERGE (n:Namespace {key: k}) ON CREATE SET n.value = 1 RETURN n.value AS value',
};

/** An engine behind a proxy whose connections can be cut. */
async function behindProxy(url: string): Promise<{ engine: Engine; cut(): void; close(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => undefined));
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const engine = await openEngine(`bolt://127.0.0.1:${(proxy.address() as AddressInfo).port}`, LOGIN);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const close = async () => {
    await engine.close();
    cut();
    proxy.close();
  };
  return { engine, cut, close };
}

describe('a server that takes the connection and says nothing', () => {
  it('is given up, and said not to answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `bolt://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await expect(openEngine(url, { ...LOGIN, timeoutMs: 100 })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'open: the server does not answer; see that it runs and can be reached',
    });
    silent.close();
  });
});

describeEngines('a connection that is cut', (store) => {
  describe.skipIf(!store.case.shared)('costs a retry and nothing else', () => {
    it('between calls, during one, and inside a transaction', async () => {
      const { engine, cut, close } = await behindProxy(store.case.url);
      const key = store.freshNamespace();
      expect(await engine.run(PUT, { key })).toEqual([{ value: 1 }]);
      cut();
      expect(await engine.run(PUT, { key })).toEqual([{ value: 1 }]);
      const during = engine.run(PUT, { key });
      setImmediate(cut);
      expect(await during).toEqual([{ value: 1 }]);

      let attempts = 0;
      const inside = await engine.transaction(async (tx) => {
        attempts++;
        await tx.run(PUT, { key: `${key}-2` });
        if (attempts === 1) cut();
        return tx.run(PUT, { key: `${key}-2` });
      });
      expect(inside).toEqual([{ value: 1 }]);
      expect(attempts).toBe(2);
      await close();
    });
  });
});
