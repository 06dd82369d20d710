import { fromPackage, LANGUAGES, Names, provenance, writeNames, writeSeed } from './sources.ts';

type Widths = Readonly<Record<'abbreviated' | 'wide', Readonly<Record<string, string>>>>;
interface Gregorian {
  readonly main: Record<
    string,
    {
      readonly dates: {
        readonly calendars: { readonly gregorian: { readonly months: Readonly<Record<'format' | 'stand-alone', Widths>> } };
      };
    }
  >;
}

/** Names of months; one that is several months in several languages is left out. */
export function buildMonths(): void {
  const names = new Names();
  for (const locale of LANGUAGES) {
    const months = fromPackage<Gregorian>('cldr-dates-full', `main/${locale}/ca-gregorian.json`).main[locale]?.dates.calendars.gregorian
      .months;
    for (const use of Object.values(months ?? {}))
      for (const width of [use.abbreviated, use.wide])
        for (const [number, name] of Object.entries(width))
          if (!/^\P{L}*$/u.test(name) && !/^\d/.test(name)) names.add(number, name.replace(/\.$/, ''), locale, true);
  }
  names.claim('9', ['Sept']);
  const { lines } = names.table();
  writeSeed('months.json', { source: provenance('cldr-dates-full') });
  writeNames('months.tsv', { lines: new Map([...lines].filter(([, numbers]) => numbers.length === 1)) });
}
