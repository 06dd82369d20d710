import type { RememberResult, Resolved, ResolvedPredicate } from '../../palimpsest.ts';
import { plain, shorten } from '../text.ts';

/** The statement as the store understood it: ids instead of names, and what it had not met before. */
export function statementText({ subject, predicate, value }: RememberResult['resolved'], text: string | undefined): string {
  if (subject === null || predicate === null) return '';
  const said = value === null ? (text === undefined ? '' : shorten(text, 60)) : entityText(value);
  return plain(`${entityText(subject)} ${predicate.predicate} ${said}`).trim();
}

const entityText = ({ entity, mention, band }: Resolved): string => `${entity ?? mention}${band === 'new' ? ' (new)' : ''}`;

/** Of somebody new: whom the catalogue may know. */
export function afterAllText(field: string, { band, candidates }: Resolved): string {
  const known = candidates.map((c) => c.entity).join(' or ');
  return band === 'new' && known !== '' ? `${field}: new; if it is ${known} after all, merge the two` : '';
}

/** Of one that nobody had defined. */
export function newPredicateText({ predicate, candidates }: ResolvedPredicate): string {
  const meant = candidates.length === 0 ? '' : ` — did you mean ${candidates.join(' or ')}?`;
  return plain(`new predicate ${predicate} (multi: several may hold)${meant}`);
}
