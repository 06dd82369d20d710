import { distance } from 'fastest-levenshtein';

/** The names that a mistyped one may have meant, the nearest first, at most three. */
export function nearNames(name: string, known: Iterable<string>): string[] {
  const most = Math.min(2, Math.floor(name.length / 3));
  const near: { readonly name: string; readonly far: number }[] = [];
  for (const other of known) {
    if (Math.abs(other.length - name.length) > most) continue;
    const far = distance(name, other);
    if (far > 0 && far <= most) near.push({ name: other, far });
  }
  return [...new Set(near.sort((a, b) => a.far - b.far).map((n) => n.name))].slice(0, 3);
}
