import type { RememberResult, Resolved, ResolvedPredicate } from '../../palimpsest.ts';
import { plain, shorten } from '../text.ts';

/** The statement as the store understood it: ids instead of names, and what it had not met before. */
export function statementText({ subject, predicate, value }: RememberResult['resolved'], text: string | undefined): string {
  if (subject === null || predicate === null) return '';
  const said = value === null ? (text === undefined ? '' : shorten(text, 60)) : entityText(value);
  return plain(`${entityText(subject)} ${predicate.predicate} ${said}`).trim();
}

const entityText = ({ entity, mention, band }: Resolved): string => `${entity ?? mention}${band === 'new' ? ' (new)' : ''}`;

/** Of one that nobody had defined. */
export function newPredicateText({ predicate, candidates }: ResolvedPredicate): string {
  const meant = candidates.length === 0 ? '' : ` — did you mean ${candidates.join(' or ')}?`;
  return plain(`new predicate ${predicate} (multi: several may hold)${meant}`);
}
