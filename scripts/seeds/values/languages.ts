import { byHand, ENGLISH, fromPackage, LANGUAGES, localesWith, Names, provenance, writeNames, writeSeed } from './sources.ts';

interface Languages {
  readonly main: Record<string, { readonly localeDisplayNames: { readonly languages: Record<string, string> } }>;
}
interface Aliases {
  readonly supplemental: { readonly metadata: { readonly alias: { readonly languageAlias: Record<string, { _replacement: string }> } } };
}
interface Hand {
  readonly names: Record<string, readonly string[]>;
  readonly shared: Record<string, readonly string[]>;
}

/** BCP 47: names of languages in the common languages, each language's name in itself, and other codes. */
export function buildLanguages(): void {
  const names = new Names();
  const codes = new Set<string>();
  const add = (locale: string, only?: string) => {
    for (const [key, name] of Object.entries(languagesOf(locale))) {
      if (/-menu|^alt$/.test(key)) continue;
      const [code] = key.split('-alt-') as [string];
      if (only !== undefined && code !== only) continue;
      if (only === undefined) codes.add(code.split('-')[0] as string);
      // as a tag is kept: tl is fil, and sh is sr-Latn
      const [tag] = Intl.getCanonicalLocales(code) as [string];
      if (name !== code) names.add(tag, name, locale, true);
    }
  };
  for (const locale of [...LANGUAGES, ...ENGLISH]) add(locale);
  for (const locale of localesWith('cldr-localenames-full', 'languages.json')) if (codes.has(locale)) add(locale, locale);
  const aliases = fromPackage<Aliases>('cldr-core', 'supplemental/aliases.json').supplemental.metadata.alias.languageAlias;
  const hand = byHand<Hand>('languages.json');
  for (const [name, owners] of Object.entries(hand.shared)) names.share(name, owners);
  for (const [code, given] of Object.entries(hand.names)) names.claim(code, given);
  const table = names.table();
  writeSeed('languages.json', {
    source: provenance('cldr-localenames-full', 'cldr-core'),
    codes: [...codes].sort().join(' '),
    aliases: Object.fromEntries(
      Object.entries(aliases).flatMap(([code, { _replacement: to }]) =>
        /^[a-z]{2,3}$/.test(code) && codes.has(to) && !codes.has(code) ? [[code, to]] : [],
      ),
    ),
    saidIn: table.saidIn,
  });
  writeNames('languages.tsv', table);
}

const languagesOf = (locale: string): Record<string, string> =>
  fromPackage<Languages>('cldr-localenames-full', `main/${locale}/languages.json`).main[locale]?.localeDisplayNames.languages ?? {};
