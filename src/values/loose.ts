import { foldText } from '../domain/keys.ts';

const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/**
 * What remains of a name when accents, dots, apostrophes and hyphens don't count either: "U.S.A.", "Cote d'Ivoire". Marks go from
 * Latin, Greek and Cyrillic letters only; in other scripts they are vowels. Never empty for a text that isn't.
 */
export function looseKey(text: string): string {
  const folded = foldText(text);
  const loose = folded
    .normalize('NFKD')
    .replace(MARKED, '$1')
    .normalize('NFC')
    .replace(/[.'’‘ʻʼ`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[-‐‑–—,()/_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^the (?=.)/, '');
  return loose === '' ? folded : loose;
}
