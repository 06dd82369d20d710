/** Whom a name may mean, and on what evidence. */
import type { Listed } from './catalogue/catalogue.ts';
import type { EntityRef, Found } from './decide.ts';
import { legalName, meaning } from './names/alternates.ts';
import { foldName } from './names/key.ts';
import type { KeyedAlternate } from './names/keys.ts';
import { compareNames, SCORE, type Verdict } from './names/match.ts';

/** Somebody who may be meant. */
export interface Possible {
  readonly entity: EntityRef;
  readonly rule: NonNullable<Verdict['rule']> | 'role';
  /** 0..1; 1: the keys are equal. */
  readonly score: number;
  /** The name of the entity that speaks for it. */
  readonly evidence: string;
}

const MOST = 5;
/** An acronym of more than so many says nothing. */
const MOST_OF_ACRONYM = 3;

/** The best first, each once. */
export function ranked(all: readonly Possible[]): Possible[] {
  const best = new Map<string, Possible>();
  for (const p of [...all].sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1)))
    if (!best.has(p.entity.id)) best.set(p.entity.id, p);
  return [...best.values()].slice(0, MOST);
}

/** The name of several that is most like what was said. */
export function closest(mention: string, names: readonly string[], type: string): { readonly name: string; readonly verdict: Verdict } {
  const key = foldName(mention);
  const same = names.find((name) => foldName(name) === key);
  // of two that are as close the shorter one, whichever way the store gives them
  const [first = mention, ...rest] = same === undefined ? names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)) : [same];
  let best = { name: first, verdict: compareNames(mention, first, type) };
  for (const name of rest) {
    const verdict = compareNames(mention, name, type);
    if (RANK[verdict.band] - RANK[best.verdict.band] + verdict.score - best.verdict.score > 0) best = { name, verdict };
  }
  return best;
}
const RANK = { accept: 4, review: 2, new: 0 } as const;

/** An entry of the catalogue that a name leads to. */
export function possibleEntry(mention: string, { id, type, name, names }: Listed): Possible {
  const entity = { id, type, name };
  if (mention === id) return { entity, rule: 'catalogue', score: 1, evidence: id };
  const { name: evidence, verdict } = closest(mention, names, type);
  return { entity, rule: 'catalogue', score: verdict.score, evidence };
}

/** Whom the other keys of a name lead to: for sure, or to be asked. */
export function byOtherKeys(mention: string, keys: readonly KeyedAlternate[], hits: Found['byKey']): Record<'sure' | 'maybe', Possible[]> {
  const [sure, maybe] = [new Map<string, Possible>(), new Map<string, Possible>()];
  const clashing = new Set<string>();
  const letters = lettersOf(mention);
  for (const { key, form: theirs, names, ...entity } of hits) {
    const mine = keys.find((k) => k.nameKey === key && k.rule === 'joined');
    const says = mine === undefined ? 'review' : meaning('joined', mine.form, theirs, entity.type);
    if (says === null) clashing.add(entity.id);
    else if (says === 'accept') {
      const evidence = closest(mention, names, entity.type).name;
      sure.set(entity.id, { entity, rule: 'joined', score: SCORE.joined, evidence });
    } else if (!maybe.has(entity.id)) {
      // halves are shared by many names, and an entity may have a hundred
      const like = keys.some((k) => k.nameKey === key) ? names : names.filter((name) => couldBe(letters, lettersOf(name)));
      if (like.length === 0) continue;
      const { name: evidence, verdict } = closest(mention, like, entity.type);
      const { band, rule, score } = verdict;
      if (band !== 'new' && rule !== null) maybe.set(entity.id, { entity, rule, score, evidence });
    }
  }
  const open = [...maybe.values()].filter((p) => !clashing.has(p.entity.id) && !sure.has(p.entity.id));
  const acronyms = open.filter((p) => p.rule === 'acronym');
  return { sure: [...sure.values()], maybe: acronyms.length > MOST_OF_ACRONYM ? open.filter((p) => p.rule !== 'acronym') : open };
}

const lettersOf = (name: string): string => legalName(name).stem.replaceAll(' ', '');
const couldBe = (a: string, b: string): boolean => a[0] === b[0] && Math.abs(a.length - b.length) <= 1;
