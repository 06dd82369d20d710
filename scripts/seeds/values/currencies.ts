import { byHand, ENGLISH, fromPackage, LANGUAGES, Names, provenance, sorted, writeNames, writeSeed } from './sources.ts';

type Words = Readonly<Record<string, string>>;
interface Currencies {
  readonly main: Record<string, { readonly numbers: { readonly currencies: Record<string, Words> } }>;
}
interface Uses {
  readonly supplemental: {
    readonly currencyData: {
      readonly region: Record<string, Record<string, { _to?: string; _tender?: string }>[]>;
      readonly fractions: Record<string, { _digits: string }>;
    };
  };
}
interface Hand {
  readonly names: Record<string, readonly string[]>;
  readonly shared: Record<string, readonly string[]>;
  /** Symbols and words that mean one thing by far. */
  readonly settled: Record<string, string>;
}

/** ISO 4217: names in the common languages, symbols, and what is paid with where today. */
export function buildCurrencies(): void {
  const { region, fractions } = fromPackage<Uses>('cldr-core', 'supplemental/currencyData.json').supplemental.currencyData;
  const inUse = Object.fromEntries(
    Object.entries(region).map(([where, uses]) => [
      where,
      uses.flatMap((use) => Object.entries(use).flatMap(([code, { _to, _tender }]) => (_to || _tender === 'false' ? [] : [code]))),
    ]),
  );
  const current = new Set(Object.values(inUse).flat());
  const all = new Map<string, [string, Words][]>();
  for (const locale of [...LANGUAGES, ...ENGLISH])
    for (const [code, words] of Object.entries(currenciesOf(locale))) all.set(code, [...(all.get(code) ?? []), [locale, words]]);

  const names = new Names();
  const hand = byHand<Hand>('currencies.json');
  for (const [name, owners] of Object.entries(hand.shared)) names.share(name, owners);
  // those of today first: a name that one of them has is not a former currency's
  for (const now of [true, false])
    for (const [code, said] of all) {
      if (current.has(code) !== now) continue;
      for (const [locale, words] of said)
        for (const name of wordsOf(words, code, now)) if (now || !taken(names, name, current)) names.add(code, name, locale);
    }
  for (const [name, code] of Object.entries(hand.settled)) {
    names.drop(name);
    names.add(code, name, '');
  }
  for (const [code, given] of Object.entries(hand.names)) names.claim(code, given);
  const table = names.table();
  writeSeed('currencies.json', {
    source: provenance('cldr-numbers-full', 'cldr-core'),
    codes: [...all.keys(), 'BTC', 'ETH'].sort().join(' '),
    digits: sorted(Object.fromEntries(Object.entries(fractions).map(([code, { _digits }]) => [code, Number(_digits)]))),
    inUse: Object.fromEntries(Object.entries(inUse).filter(([, codes]) => codes.length > 0)),
    saidIn: table.saidIn,
  });
  writeNames('currencies.tsv', table);
}

const taken = (names: Names, name: string, current: ReadonlySet<string>): boolean => names.owners(name).some((code) => current.has(code));

const currenciesOf = (locale: string): Record<string, Words> =>
  fromPackage<Currencies>('cldr-numbers-full', `main/${locale}/currencies.json`).main[locale]?.numbers.currencies ?? {};

/** Names, and of currencies in use the symbols. */
function wordsOf(words: Words, code: string, symbols: boolean): string[] {
  return Object.entries(words).flatMap(([key, word]) => (word !== code && (key.startsWith('displayName') || symbols) ? [word] : []));
}
