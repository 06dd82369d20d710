import { decodePart } from '../domain/keys.ts';
import type { Value } from '../engine/engine.ts';
import type { Graph } from '../graph.ts';
import type { Finding } from '../palimpsest.ts';
import { fromRow, type PredicateRow, predicateProperties } from '../registry/predicates.ts';
import { prefixOf } from './prefix.ts';

interface Stored {
  readonly namespace: string;
  readonly row: PredicateRow & Readonly<Record<string, Value>>;
}

/** I3: what the procedures read of a predicate is what its definition says. */
export async function auditPredicates(graph: Graph, namespace: string | null, limit: number): Promise<Omit<Finding, 'invariant'>[]> {
  const stored = await graph.call<Stored>('audit/i3-predicates', { prefix: prefixOf(namespace) });
  return stored.flatMap((s) => wrong(s) ?? []).slice(0, limit);
}

function wrong({ namespace, row }: Stored): Omit<Finding, 'invariant'> | null {
  const subject = decodePart(row.name ?? '?');
  let said: Readonly<Record<string, unknown>>;
  try {
    said = predicateProperties(namespace, fromRow(row));
  } catch {
    return { namespace, subject, problem: 'has a definition that cannot be read' };
  }
  const fields = Object.keys(said).filter((field) => JSON.stringify(said[field]) !== JSON.stringify(row[field] ?? null));
  return fields.length === 0 ? null : { namespace, subject, problem: `differs from its definition in ${fields.join(', ')}` };
}
