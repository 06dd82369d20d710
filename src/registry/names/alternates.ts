import { foldName } from './key.ts';
import { lastWord, SPACED, UNSPACED } from './legal-forms.ts';

/** By what two names that are not written alike may be one. */
export const RULES = ['joined', 'sorted', 'acronym'] as const;
export type Rule = (typeof RULES)[number];

/** A key under which a name can be found besides its own. */
export interface Alternate {
  readonly rule: Rule;
  readonly key: string;
  /** Legal form of the name, all its spellings as one; null: none. */
  readonly form: string | null;
  /** For acronyms: the name is one, and doesn't only have one. */
  readonly short: boolean;
}
export interface LegalName {
  /** The key without the legal form. */
  readonly stem: string;
  readonly form: string | null;
}

/** Only this one is left out at will: Los Angeles is not Angeles, Die Hard not Hard. Nor before a short word alone: The Who is not the WHO. */
const ARTICLE = /^the (?=\S)/u;
const SHORT_WORD = /^the \S{1,4}$/u;
/** Types of things that have no legal form: what looks like one is part of the name (Ricardo Sá; Springfield, CO). */
const WITHOUT_FORMS: ReadonlySet<string> = new Set(['person', 'place', 'tool', 'team', 'project']);
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hangul}]/u;
const SMALL = new Set('a an and de der des die das du e el et for fur in la le of on the und von y zu zur'.split(' '));
const ACRONYM = { least: 2, most: 6 };
/** Two letters are an acronym only where they are written as one: AV, but not av. */
const CAPITALS = /^\P{Ll}+$/u;

/** Parts the legal form from a name. A name that is nothing but a form keeps it. */
export function legalName(name: string): LegalName {
  const folded = name.normalize('NFKC').trim();
  for (const [way, form] of HAS_UNSPACED.test(folded) ? UNSPACED : []) {
    const bare = folded.startsWith(way) ? folded.slice(way.length) : folded.endsWith(way) ? folded.slice(0, -way.length) : '';
    if (bare.trim() !== '') return { stem: foldName(bare), form };
  }
  const key = foldName(name);
  for (const [way, form] of SPACED.get(lastWord(key)) ?? [])
    if (key.endsWith(` ${way}`)) return { stem: key.slice(0, -way.length - 1), form };
  return { stem: key, form: null };
}

/** The keys under which a name is kept and looked for; of names that share one the rule says how much that means. */
export function alternates(name: string): Alternate[] {
  const { stem, form } = legalName(name);
  const bare = form === null && SHORT_WORD.test(stem) ? stem : stem.replace(ARTICLE, '');
  const tokens = bare.split(' ');
  const found: Alternate[] = [{ rule: 'joined', key: joined(bare), form, short: false }];
  if (tokens.length > 1) found.push({ rule: 'sorted', key: [...tokens].sort().join(' '), form, short: false });
  const letters = tokens.filter((t) => !SMALL.has(t)).map((t) => [...t][0] as string);
  if (letters.length >= ACRONYM.least && letters.every((l) => /\p{L}/u.test(l)))
    found.push({ rule: 'acronym', key: letters.join(''), form, short: false });
  const least = CAPITALS.test(name) ? ACRONYM.least : ACRONYM.least + 1;
  if (tokens.length === 1 && /^\p{L}+$/u.test(bare) && bare.length >= least && bare.length <= ACRONYM.most)
    found.push({ rule: 'acronym', key: bare, form, short: true });
  return found;
}

/** Without spaces, except between digits: 1.10 is not 11.0. */
const joined = (stem: string): string => stem.replace(/(?<!\p{Nd}) | (?!\p{Nd})/gu, '');

/** What a key that two names share says: they are one, it may be asked, or nothing, as their legal forms differ. */
export function meaning(rule: Rule, form: string | null, otherForm: string | null, type: string | null = null): 'accept' | 'review' | null {
  if (form !== null && otherForm !== null && form !== otherForm) return null;
  const partOfName = form !== otherForm && type !== null && WITHOUT_FORMS.has(type);
  return rule === 'joined' && !partOfName ? 'accept' : 'review';
}
