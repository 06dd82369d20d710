import { byHand, fromPackage, localesWith, Names, provenance, writeNames, writeSeed } from './sources.ts';

interface Territories {
  readonly main: Record<string, { readonly localeDisplayNames: { readonly territories: Record<string, string> } }>;
}
interface Aliases {
  readonly supplemental: { readonly metadata: { readonly alias: { readonly territoryAlias: Record<string, { _replacement: string }> } } };
}
interface Hand {
  readonly names: Record<string, readonly string[]>;
  readonly shared: Record<string, readonly string[]>;
}

/** Territories with a code of two letters: their names in all languages of CLDR, other codes, and names by hand. */
export function buildCountries(): void {
  const names = new Names();
  const codes = new Set<string>();
  for (const locale of localesWith('cldr-localenames-full', 'territories.json')) {
    const { main } = fromPackage<Territories>('cldr-localenames-full', `main/${locale}/territories.json`);
    for (const [key, name] of Object.entries(main[locale]?.localeDisplayNames.territories ?? {})) {
      const [code] = key.split('-alt-') as [string];
      if (!/^[A-Z]{2}$/.test(code) || name === code) continue;
      codes.add(code);
      names.add(code, name, locale);
    }
  }
  const aliases = fromPackage<Aliases>('cldr-core', 'supplemental/aliases.json').supplemental.metadata.alias.territoryAlias;
  const also = Object.entries(aliases).filter(([code, to]) => /^[A-Z]{2,3}$/.test(code) && codes.has(to._replacement) && !codes.has(code));
  const hand = byHand<Hand>('countries.json');
  for (const [code, given] of Object.entries(hand.names)) names.claim(code, given);
  for (const [name, owners] of Object.entries(hand.shared)) names.share(name, owners);
  const table = names.table();
  writeSeed('countries.json', {
    source: provenance('cldr-localenames-full', 'cldr-core'),
    codes: [...codes].sort().join(' '),
    aliases: Object.fromEntries(also.map(([code, to]) => [code, to._replacement])),
    saidIn: table.saidIn,
  });
  writeNames('countries.tsv', table);
}
