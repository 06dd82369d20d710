/** What kinds of things are, as far as that decides whom a name means. */
const PEOPLE = new Set(['person', 'user', 'customer', 'contact', 'employee', 'member', 'human']);
const COMPANIES = new Set(['org', 'organisation', 'organization', 'company', 'institution', 'corporation', 'business', 'firm', 'agency']);

/** Whether an entity of a type can be what a predicate points to; what was met without a type can be anything. */
export const typesMeet = (type: string, range: string): boolean =>
  type === range || type === 'thing' || [PEOPLE, COMPANIES].some((kind) => kind.has(type) && kind.has(range));

export const isPerson = (type: string | null): boolean => type !== null && PEOPLE.has(type);
