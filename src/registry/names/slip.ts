import { distance } from 'fastest-levenshtein';

/** Letters of a name that can be looked for with a slip of the pen in it. */
const LETTERS = { least: 6, most: 60 };
/** Scripts that write every sound: where a letter is a syllable or a word, or vowels are left out, each one counts. */
const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u;
/** A shorter word with one letter exchanged for another is another word: Tim, Tom; Lena, Lina. */
const WORD = 5;

/**
 * Whether two keys of names are one slip apart: in one word a letter too many or too few, another one, two exchanged; or an initial between
 * names left out. Not at the ends of a word, where other names begin and end (Hanna, Anna; Mario, Maria; Petrov, Petrova), unless it is
 * doubled there.
 */
export function oneSlip(a: string, b: string): boolean {
  const [left, right] = [a.split(' '), b.split(' ')];
  if (![left, right].every((words) => couldSlip(words.join('')))) return false;
  if (left.length === right.length) {
    const at = left.findIndex((word, i) => word !== right[i]);
    const spacedAlike = at >= 0 && left.every((word, i) => i === at || word === right[i]);
    if (spacedAlike) return slipped(left[at] as string, right[at] as string);
  }
  const [more, fewer] = left.length > right.length ? [left, right] : [right, left];
  const extra = more.findIndex((word, i) => word !== fewer[i]);
  const initial = more.length === fewer.length + 1 && extra > 0 && [...(more[extra] as string)].length === 1;
  if (initial && extra < more.length - 1) return more.toSpliced(extra, 1).join(' ') === fewer.join(' ');
  return left.length !== right.length && slipped(left.join(''), right.join(''));
}

/** All the letters of a name. */
export const couldSlip = (letters: string): boolean =>
  letters.length >= LETTERS.least && letters.length <= LETTERS.most && ALPHABETIC.test(letters);

function slipped(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  if (a.length === b.length && a.length < WORD) return false;
  return exchanged(a, b) || (a.at(-1) === b.at(-1) && distance(a, b) === 1);
}

/** Two neighbours, one for the other; at the end of a word too, where that makes no other name. */
function exchanged(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** A piece of a name, with the letters that the whole name has. */
interface Piece {
  readonly side: 'head' | 'tail';
  readonly letters: number;
  readonly text: string;
}

/** The halves that a name is kept under: one slip leaves one of them whole, unless it exchanges the letters where they meet. */
export function halves(letters: string): Piece[] {
  if (!couldSlip(letters)) return [];
  const half = Math.floor(letters.length / 2);
  return [
    { side: 'head', letters: letters.length, text: letters.slice(0, half) },
    { side: 'tail', letters: letters.length, text: letters.slice(half) },
  ];
}

/** The halves of every name that may be one slip from this one. */
export function halvesNear(letters: string): Piece[] {
  if (!couldSlip(letters)) return [];
  const lengths = [letters.length - 1, letters.length, letters.length + 1].filter((n) => n >= LETTERS.least);
  return lengths.flatMap((n) => {
    const half = Math.floor(n / 2);
    return [
      { side: 'head', letters: n, text: letters.slice(0, half) },
      { side: 'tail', letters: n, text: letters.slice(half - n) },
    ] as const;
  });
}

/** The name that this one is if the letters where its halves meet were exchanged. */
export function exchangedInTheMiddle(letters: string): string | null {
  const half = Math.floor(letters.length / 2);
  const other = `${letters.slice(0, half - 1)}${letters[half]}${letters[half - 1]}${letters.slice(half + 1)}`;
  return couldSlip(letters) && other !== letters ? other : null;
}
