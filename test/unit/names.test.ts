import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternates, legalName } from '../../src/registry/names/alternates.ts';
import { foldName } from '../../src/registry/names/key.ts';
import { compareNames } from '../../src/registry/names/match.ts';

describe('the key of a name', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['İstanbul', 'Istanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
    ['Ａｃｍｅ', 'Acme', 'acme 🚀', 'ACME.'],
    ['U.S.A.', 'USA', 'U.S.A'],
    ['AT&T', 'AT & T', 'at and t'],
    ['L’Oréal', "L'Oreal", 'L`Oréal'],
    ['ΟΔΟΣ', 'οδος', 'οδός'],
    ['Škoda', 'Skoda'],
    ['Łódź', 'Lodz'],
    ['김 민수', '김  민수'],
    ['Coca-Cola', 'Coca Cola', 'coca–cola'],
  ])('is one for %s and its like', (...names) => {
    expect(new Set(names.map(foldName)).size).toBe(1);
  });

  it.each([
    ['C', 'C++', 'C#'],
    ['Room 101', 'Room 102'],
    ['SR-2023-052', 'SR-2023-053'],
    ['й', 'и'],
    ['が', 'か'],
    ['Müller & Söhne', 'Müller'],
    ['🚀', '🎸'],
  ])('tells %s from its like', (...names) => {
    expect(new Set(names.map(foldName)).size).toBe(names.length);
  });

  // what the rules turn on, close together, and anything
  const signs = fc.constantFrom(..."aAbé1 2-−–*+#.%$€°½²١&'’ßİıС中\u0301\u0345🚀()", 'ﬁ');
  const anyName = fc
    .oneof(fc.string({ unit: signs, minLength: 1, maxLength: 8 }), fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }))
    .filter((s) => s.trim() !== '' && s.isWellFormed());
  it('is never empty, and its own key', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const key = foldName(name);
        expect(key).not.toBe('');
        expect(foldName(key)).toBe(key);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('two names', () => {
  it.each([
    ['Acme Corp', 'ACME Corporation', 'accept'],
    ['Acme', 'Acme Corp', 'accept'],
    ['U.S.A.', 'USA', 'accept'],
    ['김민수', '김 민수', 'accept'],
    ['株式会社トヨタ', 'トヨタ', 'accept'],
    ['NYC', 'New York City', 'review'],
    ['Smith, John', 'John Smith', 'review'],
    ['Volkswagen', 'Volkswagn', 'review'],
    ['Jon Smith', 'John Smith', 'review'],
    ['Acme Corp', 'Acme Inc', 'new'],
    ['Acme GmbH', 'Acme AG', 'new'],
    ['World War II', 'World War III', 'new'],
    ['Amendment 16', 'Amendment 17', 'new'],
    ['Rev A', 'Rev B', 'new'],
    ['SR-2023-052', 'SR-2023-053', 'new'],
    ['UA123', 'UA124', 'new'],
    ['Tigran', 'Iran', 'new'],
    ['Iran', 'Iraq', 'new'],
    ['AV', 'AVS', 'new'],
    ['Microsoft', 'Microsoft Teams', 'new'],
  ] as const)('%s and %s: %s', (a, b, band) => {
    expect(compareNames(a, b).band).toBe(band);
    expect(compareNames(b, a)).toEqual(compareNames(a, b));
  });
});

describe('other keys of a name', () => {
  it('part the legal form, wherever it stands', () => {
    expect(legalName('ACME Corporation')).toEqual({ stem: 'acme', form: 'corp' });
    expect(legalName('acme corp.')).toEqual({ stem: 'acme', form: 'corp' });
    expect(legalName('株式会社トヨタ')).toEqual({ stem: 'トヨタ', form: 'kk' });
    expect(legalName('㈱トヨタ')).toEqual({ stem: 'トヨタ', form: 'kk' });
    expect(legalName('삼성전자 주식회사')).toEqual({ stem: '삼성전자', form: 'jusik' });
    expect(legalName('Müller GmbH & Co. KG').form).toBe('gmbh co kg');
    expect(legalName('ACME S.p.A.').form).toBe('spa');
    expect(legalName('Limited')).toEqual({ stem: 'limited', form: null });
  });

  it('say by which rule', () => {
    expect(alternates('New York City').map((a) => [a.rule, a.key])).toEqual([
      ['joined', 'newyorkcity'],
      ['sorted', 'city new york'],
      ['acronym', 'nyc'],
    ]);
    expect(alternates('The Acme Co., Ltd.')).toMatchObject([
      { key: 'acme', form: 'ltd' },
      { rule: 'acronym', short: true },
    ]);
  });

  it('are never empty', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }).filter((s) => s.trim() !== '' && s.isWellFormed()),
        (name) => {
          for (const { key } of alternates(name)) {
            expect(key).not.toBe('');
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
