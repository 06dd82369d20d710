import { createHash } from 'node:crypto';
import { foldValue } from '../domain/keys.ts';
import { areOpposite, isNegation } from '../domain/opposites.ts';
import {
  areTwoWords,
  isEnglishArticle,
  isGermanArticle,
  isLabelled,
  isMisspelt,
  isMistakenEi,
  isNumberWord,
  isOwnPlural,
  isSharp,
  mayHaveArticle,
  OUR,
} from './near-words.ts';

/** Shorter values are one only if they are equal: too little says that a slip was one. */
const WORDS = 3;
const LETTERS = 12;
/** Words with fewer letters must be equal. */
const LONG = 5;

/** A word, number, code or mark of a value. */
interface Token {
  /** Equal: the same token. */
  readonly key: string;
  /** A word in which a slip of the pen may be seen: of Latin letters in lower case, no name, number or negation. */
  readonly prone: boolean;
  readonly sharp: boolean;
  /** What stood before it. */
  readonly article: string;
}

/**
 * Two texts that say the same but for case, punctuation at the edges, articles, British or American spelling, a plural or one slip of the
 * pen in three words. Symmetric and reflexive. Never where digits, numbers in words, signs, negations, opposites, names, codes, units or short
 * words differ, or the order of words: a wrong match loses what was said, a missed one is only a duplicate.
 */
export function isNear(a: string, b: string): boolean {
  if (foldValue(a) === foldValue(b)) return true;
  const [left, right] = [tokensOf(a), tokensOf(b)];
  if (left.length !== right.length || !isLong(left) || !isLong(right)) return false;
  let slips = 0;
  for (const [i, mine] of left.entries()) {
    const theirs = right[i] as Token;
    if (!sameArticle(mine.article, theirs.article)) return false;
    if (mine.key === theirs.key && (mine.sharp === theirs.sharp || !isSharp(mine.key))) continue;
    if (!mine.prone || !theirs.prone || !isSlip(mine.key, theirs.key)) return false;
    slips += 1;
  }
  const keys = (tokens: readonly Token[]) => tokens.map((t) => t.key);
  return slips <= Math.min(2, Math.floor(left.length / WORDS)) && !areOpposite(keys(left), keys(right));
}

/** A digest of what near values have in common, by which they are found; null for one that is compared with none. */
export function sketchOf(text: string): string | null {
  if (text.length < LETTERS) return null;
  const tokens = tokensOf(text);
  if (!isLong(tokens)) return null;
  const common = tokens.map(({ key }) => (/^\p{L}{5,}$/u.test(key) ? `${[...key][0]}~` : key)).join(' ');
  return createHash('sha256').update(common).digest('base64url').slice(0, 16);
}

function isLong(tokens: readonly Token[]): boolean {
  const words = tokens.filter((t) => /[\p{L}\p{N}]/u.test(t.key));
  return words.length >= WORDS && lettersOf(words) >= LETTERS;
}
const lettersOf = (tokens: readonly Token[]): number => tokens.reduce((n, t) => n + (t.key.match(/\p{L}/gu)?.length ?? 0), 0);

/** Left out or not; but a German one that differs is another gender, case or number. */
const sameArticle = (a: string, b: string): boolean => a === b || a === '' || b === '' || (isEnglishArticle(a) && isEnglishArticle(b));

function tokensOf(text: string): Token[] {
  const said = text
    .normalize('NFC')
    .replace(/[\u3000\uff00-\uffef]+/gu, (wide) => wide.normalize('NFKC'))
    .trim()
    .split(/\s+/u);
  const folded = foldValue(text).split(' ');
  const pieces = said.flatMap((chunk, i) => piecesOf(chunk, folded[i] ?? chunk, i === said.length - 1));
  const tokens: Token[] = [];
  let article = '';
  for (const [i, piece] of pieces.entries()) {
    if (article === '' && isArticle(pieces, i)) article = piece.key;
    else {
      // Oxford's comma, and the one before a clause
      const joined = piece.key === ',' && JOINING.has(pieces[i + 1]?.key ?? '');
      if (joined) continue;
      tokens.push({ key: piece.key, sharp: piece.sharp, article, prone: isProne(piece) });
      article = '';
    }
  }
  return tokens;
}
const JOINING = new Set('and or but because which that who und oder aber weil dass'.split(' '));

interface Piece {
  readonly key: string;
  readonly sharp: boolean;
  readonly capital: boolean;
  readonly word: boolean;
}

/** The words of a chunk between spaces, or the chunk whole where it isn't made of words, and the mark that ends it. */
function piecesOf(said: string, folded: string, last: boolean): Piece[] {
  const [, start = '', core = '', end = ''] =
    /^(["'([{\u00ab\u2018\u201a\u201c\u201e]*)(.*?)([.,;:!?"')\]}\u2026\u00bb\u2019\u201d]*)$/u.exec(said) ?? [];
  const marks = end.includes('?') ? [mark('?')] : !last && /[.,;:!\u2026]/u.test(end) ? [mark(',')] : [];
  if (core === '') return marks;
  // "(not)"
  if (isNegation(core.toLowerCase()) && /["'()[\]{}\u00ab\u00bb\u2018-\u201e]/u.test(start + end)) return [mark(said.toLowerCase())];
  // where the value's key keeps case, it tells a unit: 5 MW, 5 mW
  if (WORD.test(core) && !/\p{Lu}/u.test(folded)) return [...core.split('-').map(wordOf), ...marks];
  // numbers, codes, addresses: as the value's own key has them
  const at = folded.length === said.length ? said.indexOf(core) : -1;
  const key = at >= 0 ? folded.slice(at, at + core.length) : core;
  return [{ key, sharp: false, capital: true, word: false }, ...marks];
}
const WORD = /^\p{L}[\p{L}\p{M}]*(?:[-'\u2019]\p{L}[\p{L}\p{M}]*)*$/u;
const mark = (key: string): Piece => ({ key, sharp: false, capital: false, word: false });

const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
function wordOf(said: string): Piece {
  const lower = said.toLowerCase().replaceAll('\u2019', "'");
  const key = lower.replace(/[äöüß]/g, (letter) => WRITTEN_OUT[letter] as string);
  return { key, sharp: lower.includes('ß'), capital: lower !== said.replaceAll('\u2019', "'"), word: true };
}

function isArticle(pieces: readonly Piece[], i: number): boolean {
  const { key, capital, word } = pieces[i] as Piece;
  const next = pieces[i + 1];
  // "The Who", "vitamin A", and what stands alone at the end
  if (!word || (capital && (i > 0 || next?.capital)) || next === undefined || !next.word) return false;
  if (key === 'an') return /^[aeiouh]/.test(next.key) && !isGermanArticle(next.key);
  const before = pieces[i - 1];
  // 40 a month, group a
  if (key === 'a') return before === undefined || (before.word && !isLabelled(before.key));
  return key === 'the' || (isGermanArticle(key) && mayHaveArticle(before?.key ?? ''));
}

const isProne = ({ key, capital, word }: Piece): boolean =>
  word && !capital && key.length >= LONG && /^[a-z]+$/.test(key) && !isNumberWord(key) && !isNegation(key) && !/[^aeiouy]{6}/.test(key);

const VOWELS = 'aeiou';
/**
 * Long words of these endings are few, and hardly ever a letter apart. Of verbs, and of most German words, many are: schließen, schießen;
 * verwalten, veralten; completed, competed.
 */
const ENDING = /(?:[ae]n[ct]es?|[ae]nts?|ments?|[st]ions?|ians?|ly|ity|ities|ness|[ai]ble|[ao]ry|ous|ive|ical|ional)$/;
const hasEnding = (word: string): boolean => ENDING.test(word);

/** One of two words is the other with a slip of the pen, in another spelling, or in the plural. */
const isSlip = (a: string, b: string): boolean =>
  a[0] === b[0] && Math.abs(a.length - b.length) <= 2 && (isMisspelt(a, b) || isRespelt(a, b)) && !areTwoWords(a, b);

function isRespelt(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === long.length) return isSwapped(a, b) || isReplaced(a, b);
  if (`${short}s` === long) return !short.endsWith('s') && !isOwnPlural(long);
  if (`${short}ue` === long) return short.endsWith('og');
  if (long.length !== short.length + 1) return false;
  return long.replace(OUR, 'or') === short || isLeftOut(short, long);
}

/** recieve, restuarant; centre and center. */
function isSwapped(a: string, b: string): boolean {
  const i = firstDifference(a, b);
  if (a[i] !== b[i + 1] || a[i + 1] !== b[i] || a.slice(i + 2) !== b.slice(i + 2)) return false;
  const two = a.slice(i, i + 2);
  if (i + 2 === a.length) return two === 'er' || two === 're';
  if (two === 'ei' || two === 'ie') return isMistakenEi(a);
  return a.length >= 8 && i > 0 && hasEnding(a) && hasEnding(b);
}

/** seperate, organise and organize, consise. */
function isReplaced(a: string, b: string): boolean {
  const i = firstDifference(a, b);
  if (a.slice(i + 1) !== b.slice(i + 1)) return false;
  const [mine, theirs] = [a[i] as string, b[i] as string];
  const pair = mine < theirs ? mine + theirs : theirs + mine;
  const next = a[i + 1] ?? '';
  if (pair === 'sz') return a.length >= 7 && /[iy]/.test(a[i - 1] ?? '') && /[eia]/.test(next);
  if (pair === 'cs') return a.length >= 7 && /[eiy]/.test(next);
  return VOWELS.includes(mine) && VOWELS.includes(theirs) && a.length >= 9 && i >= 3 && i <= a.length - 4 && hasEnding(a) && hasEnding(b);
}

const INFLECTION = /^(?:e|ed|el|em|en|er|ers|es|est|ier|iers|iest|ing|ings|le|ly|y|t|te|ten|test|tet|et|ete|eten)$/;

/** accomodate, goverment. */
function isLeftOut(short: string, long: string): boolean {
  const i = firstDifference(short, long);
  if (short.slice(i) !== long.slice(i + 1)) return false;
  const letter = long[i] as string;
  const rest = long.slice(i + 1);
  if (letter === long[i - 1]) {
    // ss is ß; choose and chose; hoping and hopping, raten and Ratten
    if (letter === 's' || VOWELS.includes(letter) || rest === '' || short.length < LONG) return false;
    if (!INFLECTION.test(rest)) return true;
    return (letter === 'l' && short.length >= 7) || (letter === 'r' && short.length >= 7 && /[eu]r$/.test(long.slice(0, i)));
  }
  return long.length >= 9 && i >= 3 && i <= long.length - 4 && hasEnding(long) && hasEnding(short);
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  return i;
}
