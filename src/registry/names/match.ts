import { distance } from 'fastest-levenshtein';
import { areOpposite } from '../../domain/opposites.ts';
import { isPerson } from '../types.ts';
import { alternates, legalName, meaning, type Rule } from './alternates.ts';
import { foldName } from './key.ts';
import { oneSlip } from './slip.ts';

/** Why two names can't be one, however alike they are. */
export type Veto = 'digits' | 'legal form' | 'code' | 'short' | 'opposite' | 'catalogue';
/** What two names say about being one: nothing is decided by likeness alone. */
export interface Verdict {
  readonly band: 'accept' | 'review' | 'new';
  readonly rule: 'name' | 'catalogue' | Rule | 'similar' | null;
  /** 0..1; 1: the keys are equal. */
  readonly score: number;
  readonly veto: Veto | null;
}

/** What a rule says of two names whose keys are not equal. */
export const SCORE: Readonly<Record<Rule, number>> = { joined: 0.95, sorted: 0.9, acronym: 0.7 };
const MOST_LIKE = 0.89;
const ROMAN = /^(?=[ivxlcdm])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const SHORT = 4;

/** The verdict of the rules of `alternates` and of likeness, under the vetoes, on names of things of one type. */
export function compareNames(a: string, b: string, type: string | null = null): Verdict {
  if (foldName(a) === foldName(b)) return { band: 'accept', rule: 'name', score: 1, veto: null };
  const [one, other] = [legalName(a), legalName(b)];
  const veto = vetoOf(one, other);
  for (const mine of alternates(a))
    for (const theirs of alternates(b)) {
      if (mine.rule !== theirs.rule || mine.key !== theirs.key || (mine.rule === 'acronym' && mine.short === theirs.short)) continue;
      // initials of people are of too many
      if (mine.rule === 'acronym' && [...mine.key].length === 2 && isPerson(type)) continue;
      const band = meaning(mine.rule, mine.form, theirs.form, type);
      if (band === 'accept' || (band === 'review' && (veto === null || mine.rule === 'acronym')))
        return { band, rule: mine.rule, score: SCORE[mine.rule], veto: null };
    }
  if (veto !== null) return { band: 'new', rule: null, score: 0, veto };
  const score = Math.min(MOST_LIKE, Math.round(similarity(one.stem, other.stem) * 100) / 100);
  return oneSlip(one.stem, other.stem) ? { band: 'review', rule: 'similar', score, veto } : { band: 'new', rule: null, score, veto };
}

/** Token by token, each with the one most like it, by edit distance over the longer of them (Levenshtein 1966); the mean, weighted by length. */
export function similarity(a: string, b: string): number {
  const [left, right] = [a.split(' '), b.split(' ')];
  return Math.max(tokenwise(left, right), similar(left.join(''), right.join('')));
}

export function vetoOf(one: { readonly stem: string; readonly form: string | null }, other: typeof one): Veto | null {
  if (one.form !== null && other.form !== null && one.form !== other.form) return 'legal form';
  const [left, right] = [one.stem.split(' '), other.stem.split(' ')];
  if (numbers(left) !== numbers(right)) return 'digits';
  if ([...left, ...right].some(isCode)) return 'code';
  if (areOpposite(left, right)) return 'opposite';
  return Math.min(one.stem.length, other.stem.length) < SHORT ? 'short' : null;
}

/** Numbers in any script's digits, Roman ones of two letters and more, and a single letter at the end that counts, as Rev A and Rev B do. */
function numbers(tokens: readonly string[]): string {
  return tokens
    .flatMap((t, i) => {
      const digits = t.match(/\p{Nd}+/gu) ?? [];
      if (digits.length > 0) return digits.map((d) => d.replace(/^0+(?=.)/, ''));
      if (t.length > 1 && ROMAN.test(t)) return [`roman ${t}`];
      return i > 0 && i === tokens.length - 1 && /^\p{L}$/u.test(t) ? [`letter ${t}`] : [];
    })
    .sort()
    .join(' ');
}

/** Letters and digits in one token: a code, where every sign counts. */
const isCode = (token: string): boolean => /\p{L}/u.test(token) && /\p{Nd}/u.test(token);

function tokenwise(left: readonly string[], right: readonly string[]): number {
  const [few, open] = left.length <= right.length ? [left, [...right]] : [right, [...left]];
  let sum = 0;
  let weight = 0;
  for (const token of few) {
    const scores = open.map((t) => similar(token, t));
    const best = scores.indexOf(Math.max(...scores));
    const [partner = ''] = open.splice(best, 1);
    const longest = Math.max(token.length, partner.length);
    sum += (scores[best] as number) * longest;
    weight += longest;
  }
  for (const rest of open) weight += rest.length;
  return weight === 0 ? 0 : sum / weight;
}

const similar = (a: string, b: string): number => 1 - distance(a, b) / Math.max(a.length, b.length, 1);
