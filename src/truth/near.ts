import type { FactValue } from '../domain/fact.ts';
import type { Graph } from '../graph.ts';
import { isNear } from '../values/near.ts';
import type { Row } from './row.ts';

/** A value that claims of a slot name, as `read/near-values` returns it. */
interface Known {
  readonly valueKey: string;
  readonly value: FactValue;
}
interface KnownRow extends Known {
  readonly grp: string;
  readonly separators: string;
  readonly sketch: string;
  readonly since: number;
}

/** Values of one sketch that a text is compared with: where there are more, they are made after a pattern. */
const COMPARED = 50;

/**
 * Rows whose text is nearly one that live claims of the same subject, predicate and separators name, or that an earlier row names, take that
 * value and keep their words. One read for all of them, none where no text is long enough to be near another.
 */
export async function matchNear(graph: Graph, rows: readonly Row[]): Promise<Row[]> {
  const open = rows.filter((row) => row.sketch !== null);
  if (open.length === 0) return [...rows];
  const sketches = new Map<string, Set<string>>();
  for (const row of open) sketches.set(groupOf(row), (sketches.get(groupOf(row)) ?? new Set()).add(row.sketch as string));
  const asked = [...sketches].map(([group, wanted]) => ({ group, sketches: [...wanted] }));
  const found = await graph.call<KnownRow>('read/near-values', { rows: asked });
  const known = new Map<string, Known[]>();
  const add = (place: string, value: Known) => {
    const there = known.get(place) ?? [];
    known.set(place, there);
    there.push(value);
  };
  for (const { grp, separators, sketch, ...value } of [...found].sort((a, b) => a.since - b.since || (a.valueKey < b.valueKey ? -1 : 1)))
    add(`${grp}|${separators}|${sketch}`, value);
  return rows.map((row) => {
    if (row.sketch === null) return row;
    const place = `${groupOf(row)}|${row.separators}|${row.sketch}`;
    const said = { valueKey: row.valueKey, value: row.claim.value as FactValue };
    const there = known.get(place) ?? [];
    if (there.some((k) => k.valueKey === said.valueKey)) return row;
    const near = there.slice(0, COMPARED).find((k) => isNear(String(k.value), String(said.value)));
    if (near !== undefined) return { ...row, valueKey: near.valueKey, claim: { ...row.claim, value: near.value } };
    // a row that may be refused makes no value
    if (row.expected === null && (row.to === null || row.start !== null)) add(place, said);
    return row;
  });
}

const groupOf = (row: Row): string => `${row.namespace}|${row.subject}|${row.predicate}`;

/** It goes under the value that it nearly is. */
export const isNearRow = (row: Row): boolean => row.sketch !== null && row.claim.value !== row.claim.text;
