import type { DependsOn } from './fact.ts';

/** `[from, to)` in epoch ms; null: open. */
export type Span = readonly [from: number, to: number | null];

/** A stretch over which a claim has no justification, and the facts that were the last one. */
export interface Lapse {
  readonly from: number;
  readonly to: number | null;
  readonly causedBy: readonly string[];
}

/**
 * Where a claim over `[start, to)` has no justification (DESIGN §7): at no instant of it does every fact of a group hold. `coverOf` answers
 * when a fact holds. That it began later than the claim is no lack: what counts is that it ended.
 */
export function lapsesOf(groups: DependsOn, start: number, to: number | null, coverOf: (factId: string) => readonly Span[]): Lapse[] {
  const covers = groups.map((group) => group.map((id) => sinceEver(coverOf(id))).reduce(both));
  return gapsIn(joined(covers.flat()), start, to).map(([from, until]) => ({ from, to: until, causedBy: missing(groups, from, coverOf) }));
}

const byStart = (a: Span, b: Span): number => a[0] - b[0];
const end = ([, to]: Span): number => to ?? Infinity;
const span = (from: number, to: number): Span => [from, to === Infinity ? null : to];

function sinceEver(spans: readonly Span[]): readonly Span[] {
  const [first, ...rest] = [...spans].sort(byStart);
  return first === undefined ? [] : [[-Infinity, first[1]], ...rest];
}

const both = (some: readonly Span[], others: readonly Span[]): readonly Span[] =>
  some.flatMap((a) =>
    others.flatMap((b) => {
      const [from, to] = [Math.max(a[0], b[0]), Math.min(end(a), end(b))];
      return from < to ? [span(from, to)] : [];
    }),
  );

/** Without overlaps, in order. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const next of [...spans].sort(byStart)) {
    const last = out.at(-1);
    if (last !== undefined && next[0] <= end(last)) out[out.length - 1] = span(last[0], Math.max(end(last), end(next)));
    else out.push(next);
  }
  return out;
}

function gapsIn(held: readonly Span[], start: number, to: number | null): Span[] {
  const stop = to ?? Infinity;
  const gaps: Span[] = [];
  let from = start;
  for (const next of [...held, [Infinity, null] as Span]) {
    const gap = Math.min(next[0], stop);
    // beyond the claim's own end nothing is missing, and when it is there again doesn't matter
    if (from < gap) gaps.push([from, gap === stop && next[0] >= stop ? null : gap]);
    from = Math.max(from, end(next));
    if (from >= stop) break;
  }
  return gaps;
}

/** Those that ended just then, else all that don't hold then. */
function missing(groups: DependsOn, at: number, coverOf: (factId: string) => readonly Span[]): string[] {
  const absent = [...new Set(groups.flat())].filter((id) => !sinceEver(coverOf(id)).some((s) => s[0] <= at && at < end(s)));
  const ended = absent.filter((id) => coverOf(id).some((s) => s[1] === at));
  return (ended.length > 0 ? ended : absent).sort();
}
