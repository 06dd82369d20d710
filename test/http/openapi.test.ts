import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';
import { openApi } from '../../src/http/openapi.ts';
import { CODECS, ROUTES } from '../../src/wire/routes.ts';
import { ENGINES } from '../support/engines.ts';
import { DOCUMENT } from './conform.ts';
import { describeServed } from './served.ts';

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(openApi('1.0.0'))) as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('has every route, with an operationId of its own and an example for every body', () => {
    const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...(operation as object) }) as Record<string, unknown>,
      ),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.map(({ at }) => at)).toEqual(expect.arrayContaining(ROUTES.map(({ method, path }) => `${method} ${path}`)));
    for (const route of ROUTES.filter(({ body }) => body !== null))
      expect(route.body?.schema.safeParse(route.body.example).success, route.id).toBe(true);
  });

  it('leaves nothing that is taken undescribed', () => {
    const bare: string[] = [];
    const walk = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, inner] of Object.entries(schema)) {
        if (at.endsWith('/properties') && Object.keys(inner as object).length === 0) bare.push(`${at}/${name}`);
        walk(inner, `${at}/${name}`);
      }
    };
    walk(DOCUMENT, '');
    expect(bare).toEqual([]);
  });

  it('describes every field of every body, reply and component', () => {
    const mute: string[] = [];
    let fields = 0;
    const walk = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, inner] of Object.entries(schema)) {
        if (at.endsWith('/properties')) {
          fields += 1;
          if (!/^.{4,}\.$/s.test((inner as { description?: string }).description ?? '')) mute.push(`${at}/${name}`);
        }
        walk(inner, `${at}/${name}`);
      }
    };
    walk(DOCUMENT, '');
    expect(mute).toEqual([]);
    expect(fields).toBeGreaterThan(180);
  });

  it('reaches every verb', () => {
    const answered = new Set(['remember', 'current', 'asOf', 'list', ...ROUTES.map(({ id }) => id)]);
    expect(Object.keys(CODECS).filter((verb) => !answered.has(verb))).toEqual([]);
  });

  it('names only codes of the table, under their status', () => {
    for (const methods of Object.values(DOCUMENT.paths))
      for (const operation of Object.values(methods))
        for (const [status, response] of Object.entries(operation.responses)) {
          const codes = [...String((response as { description?: string }).description).matchAll(/`(\w+)`: /g)].map(
            ([, code]) => code as ErrorCode,
          );
          for (const code of codes) expect(ERRORS[code].status).toBe(Number(status));
        }
  });
});

describeServed(
  'the documents',
  ({ ask }) => {
    it('are served: the OpenAPI document', async () => {
      const { body, headers } = await ask('GET', '/openapi.json');
      expect(headers.get('content-type')).toContain('application/json');
      expect(body.paths).toEqual(JSON.parse(JSON.stringify(DOCUMENT.paths)));
    });

    it('and a page that loads nothing from elsewhere', async () => {
      const { body, headers } = await ask('GET', '/docs');
      const page = body as string;
      const loaded = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path as string);
      expect(loaded.length).toBeGreaterThan(2);
      for (const path of loaded) expect((await ask('GET', path)).status, path).toBe(200);
      expect(page).not.toMatch(/https?:\/\//);
      // no inline script, as the policy forbids it
      expect(page).not.toMatch(/<script>|style=|onclick=/);
      for (const { id, summary } of ROUTES)
        expect(page).toMatch(new RegExp(`<section id="${id}".*\\n?.*<h2>${summary.replaceAll('?', '\\?')}`));
      // every link within the page leads somewhere
      for (const [, to] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${to}"`);
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    });

    it('and the root leads to it', async () => {
      for (const path of ['/', '/docs/']) expect((await ask('GET', path)).body, path).toContain('<title>Palimpsest API</title>');
    });

    it('and nothing above their folder', async () => {
      for (const path of ['/docs/package.json', '/docs/%2e%2e/express/package.json', '/docs/..%2fexpress%2fpackage.json'])
        expect((await ask('GET', path)).body?.name, path).not.toBe('express');
    });
  },
  {},
  ENGINES.slice(0, 1),
);
