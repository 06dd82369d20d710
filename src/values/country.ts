import { looseKey } from './loose.ts';
import { lazily, NameTable, readSeed, type SaidIn } from './table.ts';
import { readCoded } from './value-type.ts';

interface Seed {
  readonly codes: string;
  readonly aliases: Readonly<Record<string, string>>;
  readonly saidIn: SaidIn;
}

const countries = lazily(() => {
  const { codes, aliases, saidIn } = readSeed<Seed>('countries.json');
  return { codes: new Set(codes.split(' ')), aliases, names: new NameTable('countries.tsv', saidIn) };
});

const FLAG = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const lettersOf = (flag: string): string => [...flag].map((c) => String.fromCharCode((c.codePointAt(0) as number) - 0x1f1e6 + 65)).join('');

/** ISO 3166-1 alpha-2: such a code wins over a name, so that what is kept reads as itself; three letters do in capitals. */
export const readCountry = readCoded('c', (text, { locale }) => {
  const { codes, names } = countries();
  const word = (FLAG.test(text) ? lettersOf(text) : text).toUpperCase();
  if (codes.has(word)) return [word];
  if (/^[A-Z]{3}$/.test(text) && aliasOf(text).length > 0) return aliasOf(text);
  const named = names.find(text, locale);
  if (named.length > 0) return named;
  const letters = looseKey(text).toUpperCase();
  return codes.has(letters) ? [letters] : aliasOf(letters);
});

function aliasOf(word: string): readonly string[] {
  const { aliases } = countries();
  return Object.hasOwn(aliases, word) ? [aliases[word] as string] : [];
}
