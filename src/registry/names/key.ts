/** Marks that a letter may lose without becoming another name; other scripts' marks are letters of theirs. */
const LATINISED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
/** й and ё with their like are letters of their own in Cyrillic: put together again before marks are taken off. */
const CYRILLIC_LETTERS = /[\u0438\u0435\u0456\u0443]\u0306|\u0435\u0308|\u0456\u0308/gu;
const ROUNDS = 8;
/** Most names: nothing but case changes in them. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;
/** Latin letters that no mark makes. */
const SPELT: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };

/**
 * The exact key of a name: what remains when width, case, marks on Latin, Greek and Cyrillic letters, apostrophes, dots of abbreviations,
 * other punctuation and spacing don't count. Total and idempotent; a name that is nothing but such signs keeps them, so that no key is empty.
 *
 * Full case folding after Unicode's CaseFolding.txt (ß is ss, final sigma is sigma), with Turkish İ and ı as i.
 */
export function foldName(name: string): string {
  let key = name;
  // what one round takes away may let a mark meet a letter; nearly always the second changes nothing
  for (let round = 0; round < ROUNDS && !PLAIN.test(key); round++) {
    const next = folded(key);
    if (next === key) break;
    key = next;
  }
  return key.toLowerCase();
}

function folded(name: string): string {
  // 10² is not 102, 1½ is not 11/2
  const wide = name.replace(/(?<=\p{Nd})(?=\p{No})/gu, ' ').normalize('NFKC');
  const lower = foldCase(wide);
  const letters = words(latinised(lower.replace(/\p{Extended_Pictographic}|[\u200d\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, ' ')));
  if (letters !== '') return letters;
  return lower.replace(/\s+/gu, ' ').trim();
}

export function foldCase(text: string): string {
  return text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/i\u0307/g, 'i')
    .replace(/ς/g, 'σ')
    .normalize('NFKC');
}

function latinised(folded: string): string {
  const apart = folded.normalize('NFD').replace(CYRILLIC_LETTERS, (letter) => letter.normalize('NFC'));
  return apart
    .replace(LATINISED, '$1')
    .normalize('NFC')
    .replace(/[æœøđðþłı]/g, (letter) => SPELT[letter] as string);
}

function words(text: string): string {
  return (
    text
      .replace(/['\u2018\u2019\u02bc\u02b9`\u00b4]/gu, '')
      // abbreviations: U.S.A. is USA, e.V. is eV
      .replace(/(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?/gu, (dotted) => dotted.replaceAll('.', ''))
      .replace(/&/gu, ' and ')
      // level -1 is not level 1, nor A- A
      .replace(/(?<!\S)[-\u2212\u2013](?=\p{Nd})|(?<=^\p{L}{1,3})[-\u2212]$/gu, ' minus ')
      // C++ and C# are not C, nor is A* A
      .replace(/(?<![\p{L}\p{N}+#])[+#]+/gu, ' ')
      .replace(/(?<!(?<![\p{L}\p{N}\p{M}])\p{L})\*|\*(?=[\p{L}\p{N}*])/gu, ' ')
      .replace(/[^\p{L}\p{N}\p{M}\p{Sc}+#*%‰°]+/gu, ' ')
      .trim()
  );
}
