import { compareNames, type Verdict } from '../names/match.ts';
import type { Catalogue } from './catalogue.ts';

/** As `compareNames`, for two names of things of one type, where the catalogue knows better: names of one entry are one, of two entries two. */
export function compareKnown(catalogue: Catalogue, type: string, a: string, b: string): Verdict {
  const [one, other] = [known(catalogue, type, a), known(catalogue, type, b)];
  if (one === null || other === null) return compareNames(a, b, type);
  if (one === other) return { band: 'accept', rule: 'catalogue', score: 1, veto: null };
  return { band: 'new', rule: null, score: 0, veto: 'catalogue' };
}

function known(catalogue: Catalogue, type: string, name: string): string | null {
  for (const found of [catalogue.exact(name, type), catalogue.joined(name, type)]) {
    if (found.length === 1) return found[0]?.id ?? null;
    if (found.length > 1) return null;
  }
  return null;
}
