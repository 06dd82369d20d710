import { legalName } from '../names/alternates.ts';
import { compareNames, type Verdict } from '../names/match.ts';
import type { Catalogue } from './catalogue.ts';

/** As `compareNames`, for two names of things of one type, where the catalogue knows better: names of one entry are one, of two entries two. */
export function compareKnown(catalogue: Catalogue, type: string, a: string, b: string): Verdict {
  const [one, other] = [known(catalogue, type, a), known(catalogue, type, b)];
  if (one === null || other === null) return compareNames(a, b, type);
  if (one.id !== other.id) return { band: 'new', rule: null, score: 0, veto: 'catalogue' };
  const [form, otherForm] = [legalName(a).form, legalName(b).form];
  const clash = form !== null && otherForm !== null && form !== otherForm && !(one.exact && other.exact);
  return clash ? compareNames(a, b, type) : { band: 'accept', rule: 'catalogue', score: 1, veto: null };
}

function known(catalogue: Catalogue, type: string, name: string): { readonly id: string; readonly exact: boolean } | null {
  const exact = catalogue.exact(name, type);
  const { sure, maybe } = catalogue.joined(name, type);
  const [found, more] = exact.length > 0 ? exact : [...sure, ...maybe];
  return found === undefined || more !== undefined ? null : { id: found.id, exact: exact.length > 0 };
}
