/** Words of which two names have one each and mean two things; as folded keys. */
const GROUPS = [
  'north south east west',
  'northern southern eastern western',
  'nord sud ost west',
  'upper lower',
  'ober unter nieder',
  'inner outer',
  'big small',
  'old new',
  'alt neu',
  'first second third fourth fifth sixth seventh eighth ninth tenth',
  'erste zweite dritte vierte funfte',
  'jr sr',
  'junior senior',
  'mr mrs',
  'mr ms',
  'herr frau',
  'male female',
  'on off',
  'mit ohne',
  'with without',
].map((group) => group.split(' '));
const NEGATIONS: ReadonlySet<string> = new Set(['no', 'non', 'not', 'nicht', 'kein', 'keine', 'sans']);

/** One is negated and the other isn't, or they hold opposite words. */
export function areOpposite(left: readonly string[], right: readonly string[]): boolean {
  const [mine, theirs] = [left.filter((t) => !right.includes(t)), right.filter((t) => !left.includes(t))];
  if (mine.some((t) => NEGATIONS.has(t)) !== theirs.some((t) => NEGATIONS.has(t))) return true;
  return GROUPS.some((group) => mine.some((t) => group.includes(t)) && theirs.some((t) => group.includes(t)));
}
