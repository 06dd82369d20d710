import { lazily, NameTable, readSeed, type SaidIn } from './table.ts';
import { readCoded } from './value-type.ts';

interface Seed {
  readonly codes: string;
  readonly aliases: Readonly<Record<string, string>>;
  readonly saidIn: SaidIn;
}

const languages = lazily(() => {
  const { codes, aliases, saidIn } = readSeed<Seed>('languages.json');
  return { codes: new Set(codes.split(' ')), aliases, names: new NameTable('languages.tsv', saidIn) };
});

/** BCP 47: a tag is kept as said, so `en-GB` isn't `en`. */
export const readLanguage = readCoded('l', (text, { locale }) => {
  const { aliases, names } = languages();
  const code = text.toLowerCase();
  if (Object.hasOwn(aliases, code)) return [aliases[code] as string];
  const tag = tagOf(text);
  return tag === null ? names.find(text, locale) : [tag];
});

/** Well-formed isn't enough: any word of five to eight letters would be a language. */
function tagOf(text: string): string | null {
  if (!/^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text)) return null;
  try {
    const [tag] = Intl.getCanonicalLocales(text.replaceAll('_', '-')) as [string];
    return languages().codes.has(tag.split('-')[0] as string) ? tag : null;
  } catch {
    return null;
  }
}
