import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { docsScript } from '../../src/http/docs-assets.ts';
import { openPalimpsest } from '../../src/store.ts';
import { serving } from '../support/serving.ts';

/** What the script sees of one section of the page. */
function section(method: string, path: string, inputs: readonly (readonly [where: string, name: string, value: string])[], body?: string) {
  const shown = { hidden: true, textContent: '' };
  const button = {
    click: async () => undefined as unknown,
    addEventListener: (_: string, work: () => Promise<void>) => {
      button.click = work;
    },
  };
  const parts: Record<string, unknown> = { button, pre: shown, textarea: body === undefined ? null : { value: body } };
  const found = {
    dataset: { method, path },
    querySelector: (name: string) => parts[name],
    querySelectorAll: () => inputs.map(([where, name, value]) => ({ dataset: { in: where, name }, value })),
  };
  return { found, button, shown };
}

it('the page of the documentation sends what stands in its fields', async () => {
  const store = await openPalimpsest();
  const server = await serving(store);
  const facts = '/v1/{namespace}/facts';
  const say = section(
    'POST',
    facts,
    [
      ['path', 'namespace', 'demo'],
      ['header', 'Idempotency-Key', 'k-1'],
    ],
    '{"facts": [{"subject": "user:ada", "predicate": "likes", "value": "tea"}]}',
  );
  const ask = section('GET', facts, [
    ['path', 'namespace', 'demo'],
    ['query', 'subject', 'user:ada'],
    ['query', 'asOf', ''],
  ]);
  try {
    runInNewContext(docsScript, {
      document: { querySelectorAll: () => [say.found, ask.found] },
      URLSearchParams,
      fetch: (url: string, init: RequestInit) => fetch(server.url + url, init),
    });
    await say.button.click();
    await ask.button.click();
    expect(say.shown).toMatchObject({
      hidden: false,
      textContent: expect.stringMatching(/^POST \/v1\/demo\/facts\n200\n\n[\s\S]*"inserted"/),
    });
    expect(ask.shown.textContent).toMatch(/^GET \/v1\/demo\/facts\?subject=user%3Aada\n200\n\n[\s\S]*"tea"/);
  } finally {
    await server.stop();
    await store.close();
  }
});
