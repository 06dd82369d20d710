import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UNSET } from '../../src/domain/settings.ts';
import { corePredicates } from '../../src/registry/core-predicates.ts';
import { foldName } from '../../src/registry/names/key.ts';
import { meaningOf } from '../../src/registry/phrases.ts';

interface Seed {
  readonly roles: Readonly<
    Record<string, { readonly predicate: string; readonly nouns: readonly string[]; readonly phrases?: readonly string[] }>
  >;
}
const { roles } = JSON.parse(readFileSync(new URL('../../seeds/roles.json', import.meta.url), 'utf8')) as Seed;
const kind = (text: string, type: string | null = null) => {
  const meaning = meaningOf(UNSET, text, type);
  return meaning === null ? null : meaning.kind === 'role' ? meaning.role : meaning.kind;
};

describe('seeds/roles.json', () => {
  it('names core predicates whose values are entities', () => {
    for (const [role, { predicate }] of Object.entries(roles))
      expect([role, corePredicates().find((p) => p.name === predicate)?.valueType]).toEqual([role, 'entity']);
  });

  it('has no noun or phrase of two roles, and none that is reserved', () => {
    const said = Object.entries(roles).flatMap(([role, { nouns, phrases = [] }]) =>
      [...new Set(nouns.map((noun) => `my ${foldName(noun)}`)), ...new Set(phrases.map(foldName))].map((phrase) => [phrase, role] as const),
    );
    expect(said.filter(([phrase, role]) => kind(phrase) !== role)).toEqual([]);
    expect(new Set(said.map(([phrase]) => phrase)).size).toBe(said.length);
  });
});

describe('a phrase', () => {
  it.each([
    ['I', 'self'],
    ['the user', 'self'],
    ['MICH', 'self'],
    ['der Nutzerin', 'self'],
    ['she', 'other'],
    ['you', 'other'],
    ['her employer', 'other'],
    ['dein Chef', 'other'],
    ['my former company', 'other'],
    ['meine alte Firma', 'other'],
    ['my employer', 'employer'],
    ['My Company', 'employer'],
    ['our team', 'team'],
    ["the user's current employer", 'employer'],
    ['the boss of the user', 'manager'],
    ['meinem Arbeitgeber', 'employer'],
    ['die Chefin der Nutzerin', 'manager'],
    ['Hausarzt des Nutzers', 'doctor'],
    ['meine Ärztin', 'doctor'],
    ['mein jetziger Wohnort', 'home'],
    ['where I live', 'home'],
    ['mein Mann', 'spouse'],
  ])('%s: %s', (text, means) => expect(kind(text)).toBe(means));

  it.each([
    'Ada',
    'Me Inc',
    'I, Robot',
    'The User Group',
    'My Company GmbH',
    'Employer',
    'home',
    'team',
    'employer of record',
    'my dog',
    'mein Hund',
    'Meiner',
    'Herr Mein',
    'the company',
    'Job',
    'user:ada',
    'the employer of Bob',
    '',
  ])('%s is none', (text) => expect(kind(text)).toBeNull());

  it.each([
    ['ME', 'place', null],
    ['ME', 'person', 'self'],
    ['me', 'org', 'self'],
    ['User', 'project', null],
    ['Her', 'film', null],
    ['her', 'user', 'other'],
    ['She', 'org', null],
    ['my home', 'place', 'home'],
    ['her team', 'team', 'other'],
  ])('%s where a %s is asked for: %s', (text, type, means) => expect(kind(text, type)).toBe(means));
});
