import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactValue } from '../../src/domain/fact.ts';
import { VALUE_TYPES, type ValueType } from '../../src/domain/predicate.ts';
import { canonicalValue, describeProblem } from '../../src/values/canonical.ts';
import { looseKey } from '../../src/values/loose.ts';
import { relateTimezones } from '../../src/values/timezone.ts';

/** The canonical value, what it may be, or that it isn't one. */
function read(raw: FactValue, type: ValueType, locale?: string): FactValue | readonly string[] | null {
  const found = canonicalValue(raw, type, { locale });
  if (!('problem' in found)) return found.value;
  return found.problem === 'ambiguous' ? found.candidates : null;
}

/** Words for one value, by type; the first is the canonical one. */
const SAME: readonly (readonly [ValueType, FactValue, ...FactValue[]])[] = [
  [
    'timezone',
    'Pacific Time',
    'PST',
    'PDT',
    'pacific standard time',
    'Pacific Time Zone',
    'US Pacific',
    'Nordamerikanische Westküstenzeit',
  ],
  ['timezone', 'America/Los_Angeles', 'US/Pacific', 'america/los angeles', 'Los Angeles', 'PST8PDT'],
  ['timezone', 'Europe/Kyiv', 'Europe/Kiev', 'Europe/Uzhgorod', 'Kyiv'],
  ['timezone', 'Central European Time', 'CET', 'CEST', 'MEZ', 'Mitteleuropäische Zeit'],
  ['timezone', 'UTC-08:00', 'UTC-8', 'GMT−8', '-0800', '-08:00', 'Etc/GMT+8'],
  ['timezone', 'UTC', 'Z', 'Etc/UTC', 'Zulu', 'UTC+0', '+00:00'],
  ['timezone', 'Europe/Berlin', 'W. Europe Standard Time', 'Berlin'],
  ['country', 'DE', 'de', 'DEU', 'Germany', 'Deutschland', 'Allemagne', 'ドイツ', 'German', '🇩🇪'],
  ['country', 'NL', 'Holland', 'The Netherlands', 'Nederland', 'Dutch'],
  ['country', 'US', 'USA', 'U.S.A.', 'U.S.', 'United States', 'the united states', 'America'],
  ['country', 'CI', 'Ivory Coast', "Cote d'Ivoire", 'Côte d’Ivoire', 'CIV'],
  ['country', 'MM', 'Burma', 'Myanmar'],
  ['country', 'GE', 'Georgia', 'საქართველო'],
  ['currency', 'USD', 'US$', 'usd', 'US dollars', 'US-Dollar'],
  ['currency', 'JPY', 'yen', '日本円', 'Japanese Yen'],
  ['currency', 'EUR', '€', 'euros', 'Euro'],
  ['language', 'de', 'German', 'Deutsch', 'deu', 'ger', 'allemand'],
  ['language', 'en-GB', 'British English', 'en_gb'],
  ['language', 'fa', 'Farsi', 'Persian', 'فارسی'],
  ['tool', 'Go', 'golang', 'GO'],
  ['tool', 'C', 'c'],
  ['tool', 'R', 'r'],
  ['tool', 'C++', 'cpp'],
  ['tool', 'Kubernetes', 'k8s'],
  ['tool', 'PostgreSQL', 'postgres', 'Postgres'],
  ['tool', 'Node.js', 'node', 'nodejs'],
  [
    'date',
    '2024-05-03',
    '3 May 2024',
    'May 3rd, 2024',
    '3. Mai 2024',
    '3 de mayo de 2024',
    '03.05.2024',
    '2024/5/3',
    '20240503',
    '2024年5月3日',
  ],
  ['date', '2024-03-13', '13/03/2024', '03/13/2024'],
  ['date', '2024-05', 'May 2024', 'Mai 2024'],
  ['date', '--05-03', 'May 3', '3. Mai', 'the 3rd of May'],
  ['date', '2024-05-03T08:00:00.000Z', '2024-05-03T10:00:00+02:00', '2024-05-03 08:00Z'],
  ['number', 1234.5, '1,234.5', '1.234,5', "1'234.5", '1 234,5', '1234.50', '1.2345e3'],
  ['number', -0.5, '-0.5', '−0,5'],
  ['quantity', '5000 m', '5 km', '5km', '5000 metres', '5,0 km'],
  ['quantity', '1.5 kg', '1500 g', '1,5 Kilogramm'],
  ['quantity', '0.45359237 kg', '1 lb', '16 oz', '1 pound'],
  ['quantity', '1.7780 m', '5 ft 10 in', '5\'10"', '177.8 cm'],
  ['quantity', '20 °C', '68 °F', '293.15 K', '20 degrees Celsius'],
  ['quantity', '5400 s', '90 min', '1 h 30 min', '1,5 Stunden'],
  ['money', 'USD 5.50', '5.50 US$', 'US$5.50', '5,50 USD', 'usd 5.5'],
  ['money', 'EUR 80000.00/year', '80k EUR per year', '€80,000.00 p.a.', '80.000,00 € pro Jahr', '80.000 €/Jahr', '€80,000 a year'],
  ['money', 'EUR 2000000.00', '2 Mio. €', '2 million euros', 'EUR 2m'],
  ['money', 'JPY 500', '500 yen'],
  ['money', 'CAD 5.00', '$5 CAD'],
  ['url', 'https://example.com', 'HTTPS://Example.COM:443/', 'example.com', 'https://example.com'],
  ['url', 'https://example.com/a?utm_source=b', 'example.com/a/?utm_source=b'],
  ['url', 'ssh://git@example.com/a/b.git', 'git@example.com:a/b.git'],
  ['email', 'Ada.L@example.com', 'Ada.L@EXAMPLE.com', 'mailto:Ada.L@example.com'],
  ['phone', '+4930901820', '+49 30 901820', '+49 (30) 90-18-20', 'tel:+49-30-901820'],
  ['boolean', true, 'yes', 'Ja', 'TRUE', 'oui', 'はい', true],
  ['boolean', false, 'no', 'Nein', 'False', 'いいえ', false],
  ['text', 'Tea  time', 'tea time', 'ＴＥＡ TIME'],
];

describe('typed values', () => {
  it.each(SAME.map(([type, canonical, ...others]) => [type, canonical, others] as const))(
    '%s %j is one value however it is said',
    (type, canonical, others) => {
      const key = (raw: FactValue) => (canonicalValue(raw, type) as { key: string }).key;
      expect(others.map((raw) => [raw, key(raw)])).toEqual(others.map((raw) => [raw, key(canonical)]));
      if (type !== 'text') expect(others.map((raw) => read(raw, type))).toEqual(others.map(() => canonical));
    },
  );

  it('keeps the words as they were said', () => {
    expect(canonicalValue(' PST ', 'timezone')).toMatchObject({ text: 'PST' });
    expect(canonicalValue('Deutschland', 'country')).toMatchObject({ text: 'Deutschland' });
  });

  const DIFFERENT: readonly [ValueType, FactValue, FactValue][] = [
    ['timezone', 'PST', 'UTC-8'],
    ['timezone', 'America/Los_Angeles', 'America/Vancouver'],
    ['timezone', 'EST', 'America/Panama'],
    ['language', 'en-GB', 'en'],
    ['date', '2024-05', '2024-05-01'],
    ['money', '5 EUR', '5 EUR/month'],
    ['number', '9007199254740993', '9007199254740992'],
    ['url', 'http://example.com', 'https://example.com'],
    ['url', 'https://example.com/a', 'https://example.com/A'],
    ['email', 'Ada@example.com', 'ada@example.com'],
    ['money', '5 USD', '5 EUR'],
    ['money', '5', '5 EUR'],
    ['money', '5 constructor', '5'],
    ['quantity', '5 mW', '5 MW'],
    ['quantity', '1 MB', '1 MiB'],
    ['phone', '030 901820', '+49 30 901820'],
    ['tool', 'Java', 'JavaScript'],
    ['tool', 'Vim', 'Vim script'],
    ['country', 'Niger', 'Nigeria'],
  ];
  it.each(DIFFERENT)('%s: %j is not %j', (type, a, b) => {
    expect(canonicalValue(a, type)).not.toHaveProperty('problem');
    expect(canonicalValue(a, type)).not.toMatchObject({ key: (canonicalValue(b, type) as { key: string }).key });
  });

  const UNCLEAR: readonly [ValueType, string, readonly string[], string, FactValue | readonly string[]][] = [
    ['timezone', 'IST', ['India Standard Time', 'Israel Time', 'Europe/Dublin'], 'en-IN', 'India Standard Time'],
    ['timezone', 'IST', ['India Standard Time', 'Israel Time', 'Europe/Dublin'], 'en-IE', 'Europe/Dublin'],
    ['country', 'Korea', ['KR', 'KP'], 'ja', ['KR', 'KP']],
    ['country', 'Kongo', ['CG', 'CD'], 'pl', 'CG'],
    ['currency', '¥', ['JPY', 'CNY'], 'zh-CN', 'CNY'],
    ['currency', 'kr', ['SEK', 'NOK', 'DKK', 'ISK'], 'nb-NO', 'NOK'],
    ['language', 'Gaelic', ['ga', 'gd'], 'en', ['ga', 'gd']],
    ['tool', 'TF', ['Terraform', 'TensorFlow'], 'en', ['Terraform', 'TensorFlow']],
    ['date', '01/03/2024', ['2024-03-01', '2024-01-03'], 'en-US', '2024-01-03'],
    ['date', '01/03/2024', ['2024-03-01', '2024-01-03'], 'de_DE', '2024-03-01'],
    ['number', '1,234', ['1234', '1.234'], 'de', 1.234],
    ['number', '1,234', ['1234', '1.234'], 'en', 1234],
    ['money', '1.859 €', ['EUR 1859.00', 'EUR 1.8590'], 'de', 'EUR 1859.00'],
    ['quantity', '1 gallon', ['3.785411784 l', '4.54609 l'], 'en-US', '3.785411784 l'],
  ];
  it.each(UNCLEAR)('%s %j may be several, and the locale may decide', (type, raw, candidates, locale, decided) => {
    expect(read(raw, type)).toEqual(candidates);
    expect(read(raw, type, locale)).toEqual(decided);
    expect(read(raw, type, 'no locale at all')).toEqual(candidates);
    for (const candidate of candidates) expect(String(read(candidate, type))).toBe(candidate);
  });

  it('a sign of many currencies is none of them, unless the locale has one', () => {
    expect(read('$', 'currency')).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD', 'MXN']));
    expect(read('$5.50', 'money')).toEqual(expect.arrayContaining(['USD 5.50', 'CAD 5.50']));
    expect(read('$5.50', 'money', 'en-US')).toBe('USD 5.50');
    expect(read('$5.50', 'money', 'en-CA')).toBe('CAD 5.50');
    // a language is no country
    expect(read('$5.50', 'money', 'de')).toEqual(read('$5.50', 'money'));
  });

  it('no region is assumed of a phone number, unless the locale has one', () => {
    expect(read('030 901820', 'phone')).toBe('030 901820');
    expect(read('030 901820', 'phone', 'de-DE')).toBe('+4930901820');
  });

  const INVALID: readonly [ValueType, FactValue][] = [
    ['number', 'a few'],
    ['number', true],
    ['number', '0x10'],
    ['number', '1e999'],
    ['boolean', 'perhaps'],
    ['boolean', 1],
    ['date', 'tomorrow'],
    ['date', '2023-02-29'],
    ['date', '31/02/2024'],
    ['date', '01/03/24'],
    ['date', '2024-05-03T10:00'],
    ['email', 'ada at example.com'],
    ['email', 'ada@localhost'],
    ['url', 'my website'],
    ['url', 'javascript:alert(1)'],
    ['text', ' \n'],
  ];
  it.each(INVALID)('%s can not be %j', (type, raw) => expect(canonicalValue(raw, type)).toMatchObject({ problem: 'invalid' }));

  it.each([
    ['country', 'Atlantis'],
    ['timezone', 'Middle-earth time'],
    ['timezone', 'UTC+15'],
    ['currency', 'doubloons'],
    ['language', 'hello'],
    ['tool', 'Frobnicator 9'],
    ['money', 'twenty dollars'],
    ['quantity', '5 widgets'],
    ['phone', 'ask my office'],
  ] as const)('%s: %j is nobody’s and kept as text', (type, raw) =>
    expect(canonicalValue(raw, type)).toMatchObject({ value: raw, key: `t:${raw.toLowerCase()}` }),
  );

  it('a problem names what the value may be, and no more than five', () => {
    expect(describeProblem({ problem: 'ambiguous', candidates: ['JPY', 'CNY'] })).toEqual({
      message: 'may be JPY or CNY',
      next: 'say which one',
    });
    expect(describeProblem({ problem: 'ambiguous', candidates: [...'abcdefg'] }).message).toBe('may be a, b, c, d, e or another one');
  });
});

describe('relations of time zones', () => {
  it.each([
    ['PST', 'Pacific Time', 'same'],
    ['PST', 'America/Los_Angeles', 'compatible'],
    ['PST', 'UTC-8', 'compatible'],
    ['Pacific Time', 'UTC-7', 'compatible'],
    ['UTC-8', 'America/Los_Angeles', 'compatible'],
    ['CET', 'Europe/Berlin', 'compatible'],
    ['GMT', 'UTC', 'compatible'],
    ['GMT', 'Europe/London', 'compatible'],
    ['UTC-8', 'Etc/GMT+8', 'same'],
    ['US/Pacific', 'America/Los_Angeles', 'same'],
    ['UTC-8', 'UTC-7', 'different'],
    ['UTC-9', 'PST', 'different'],
    ['America/Los_Angeles', 'America/Vancouver', 'different'],
    ['Europe/Berlin', 'Pacific Time', 'different'],
    ['IST', 'Asia/Kolkata', null],
    ['Middle-earth', 'UTC', null],
  ] as const)('%s and %s are %s', (a, b, relation) => {
    expect(relateTimezones(a, b)).toBe(relation);
    expect(relateTimezones(b, a)).toBe(relation);
  });
});

describe('whatever is said', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.stringMatching(/^[-+$€£¥]? ?\d{1,7}([.,' ]\d{1,3}){0,3} ?(km|lb|ft|EUR|USD|%|k|m|°F)?$/),
    fc.stringMatching(/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/),
    fc.constantFrom(...SAME.flatMap(([, ...said]) => said.map(String))),
  );
  const locale = fc.constantFrom(undefined, 'en-US', 'de-DE', 'en-IN', 'ja', 'sv-SE');

  it.each(VALUE_TYPES)('%s: the canonical value reads as itself, and so do candidates', (type) => {
    fc.assert(
      fc.property(words, locale, (raw, l) => {
        const found = canonicalValue(raw, type, { locale: l });
        if (!('problem' in found)) expect(canonicalValue(found.value, type)).toMatchObject({ value: found.value, key: found.key });
        else if (found.problem === 'ambiguous')
          for (const candidate of found.candidates) expect(String(read(candidate, type)), candidate).toBe(candidate);
      }),
      { numRuns: 300 },
    );
  });

  it('is read to the end, however long: a bad pattern would take minutes for one of these', () => {
    const parts = ['1', '1 ', '1,', '1.', 'a ', ' 1a', '+', '5 km ', '$', '. ', '@', 'a.', '(', 'm2 ', '1 per a '];
    for (const part of parts)
      for (const begin of ['', '$1'])
        for (const type of VALUE_TYPES) {
          const text = `${begin}${part.repeat(2_000)}!1`;
          expect(canonicalValue(text, type)).toEqual(canonicalValue(text, type));
        }
  });

  it('a loose key is never empty, and its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        expect(looseKey(text)).not.toBe('');
        expect(looseKey(looseKey(text))).toBe(looseKey(text));
      }),
    );
  });
});
