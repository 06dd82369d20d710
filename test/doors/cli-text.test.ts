import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { plain, shorten, toJson, when } from '../../src/cli/text.ts';
import { readSettings } from '../../src/config/config.ts';

describe('text for a terminal', () => {
  it('holds nothing that steers it', () => {
    expect(plain('\x1b[31mred\x1b]0;title\x07 \r\n\tnext\x7f\u009b\u202E')).toBe(
      '\uFFFD[31mred\uFFFD]0;title\uFFFD next\uFFFD\uFFFD\uFFFD',
    );
    expect(plain('Zoë 山田 👩‍👩‍👧')).toBe('Zoë 山田 👩‍👩‍👧');
    expect(toJson({ text: '\x1b\x7f\u009b' })).toBe('{\n  "text": "\\u001b\\u007f\\u009b"\n}');
  });

  it('is cut between characters', () => {
    expect(shorten('😀😀😀😀', 3)).toBe('😀😀…');
  });

  it('shows a date for a midnight and an instant otherwise', () => {
    expect(when('2026-03-01T00:00:00.000Z')).toBe('2026-03-01');
    expect(when('2026-03-01T09:30:00.000Z')).toBe('2026-03-01T09:30:00Z');
    expect(when('2026-03-01T09:30:00.125Z')).toBe('2026-03-01T09:30:00.125Z');
    expect(when(null)).toBe('');
  });
});

describe('settings', () => {
  it('have defaults in the data directory of the user', () => {
    expect(readSettings({}, {})).toMatchObject({
      store: `file:${homedir()}/.local/share/palimpsest/store.db`,
      storeIsDefault: true,
      namespace: 'default',
    });
    expect(readSettings({}, { XDG_DATA_HOME: '/data' }).store).toBe('file:/data/palimpsest/store.db');
    expect(readSettings({}, { XDG_DATA_HOME: 'relative', PALIMPSEST_NAMESPACE: '' }).store).toContain(homedir());
  });

  it('come from the environment, and the command line goes before it', () => {
    const env = {
      PALIMPSEST_STORE: 'neo4j+s://host',
      PALIMPSEST_NAMESPACE: 'a',
      PALIMPSEST_NEO4J_USER: 'u',
      PALIMPSEST_NEO4J_PASSWORD: 'p',
    };
    expect(readSettings({ namespace: 'b' }, env)).toMatchObject({
      store: 'neo4j+s://host',
      storeIsDefault: false,
      namespace: 'b',
      neo4jUser: 'u',
      neo4jPassword: 'p',
    });
    expect(readSettings({ store: 'memory:' }, { PALIMPSEST_STORE: 'bad' }).store).toBe('memory:');
  });

  it('are all reported at once, by name and without their values', () => {
    const env = { PALIMPSEST_STORE: 'bolt://joe:hunter2@host', PALIMPSEST_NEO4J_USER: 'hunter2', PALIMPSEST_NEO4J_PASSWROD: 'hunter2' };
    let failure: unknown;
    try {
      readSettings({}, env);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'PALIMPSEST_STORE' }, { path: 'PALIMPSEST_NEO4J_PASSWROD' }, { path: 'PALIMPSEST_NEO4J_PASSWORD' }],
    });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('hunter2');
  });
});
