import { decodePart, keyOf } from '../domain/keys.ts';
import { invalidInput, keyReused } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { RememberResult } from '../palimpsest.ts';
import type { Asserted, Commits } from './commits.ts';
import { digestOf } from './ids.ts';
import type { Written } from './late.ts';

/** A keyed request: rows that wrote are found again by their claims, the answers of those that didn't are kept. */
export interface Request {
  readonly key: string;
  /** Told apart by when it was opened: after a week the key is free for another. */
  readonly id: string;
  readonly openedAt: number;
  readonly refused: Readonly<Record<number, RememberResult>>;
}

export async function openRequest(commits: Commits, namespace: string, idempotencyKey: string, body: readonly unknown[]): Promise<Request> {
  const key = `${namespace}|${idempotencyKey}`;
  const request = digestOf([jsonOf(body)]);
  const { openedAt, refused, ...opened } = await commits.open({ key, namespace, request });
  if (opened.request !== request) throw keyReused('remember');
  return { key, id: `${idempotencyKey} ${openedAt}`, openedAt, refused: refused === null ? {} : JSON.parse(refused) };
}

export async function keepRefused(graph: Graph, { key, openedAt, refused }: Request, results: readonly RememberResult[]): Promise<void> {
  const entries = results.flatMap((r, i) => (r.claimId === null ? [[i, { ...r, replayed: true }] as const] : []));
  if (entries.length === Object.keys(refused).length) return;
  await graph.call('idempotency/refuse', { key, openedAt, refused: JSON.stringify(Object.fromEntries(entries)) });
}

/** Id of the claim that a row of a request makes. */
export const idInRequest = (namespace: string, requestId: string, seq: number): string => digestOf([namespace, requestId, seq]);

/** A claim as it was answered when it was made, with the entities that it speaks of. */
export interface Answered extends Written {
  readonly subject: string;
  readonly valueEntity: string | null;
  readonly dependsOn: string | null;
}

/** What rows were answered when they came first, by their place and the ids that their claims may have. */
export async function answered(
  graph: Graph,
  namespace: string,
  rows: readonly { readonly seq: number; readonly ids: readonly string[] }[],
): Promise<Map<number, Answered>> {
  const seqOf = new Map(rows.flatMap(({ seq, ids }) => ids.map((id) => [keyOf(namespace, `c_${id}`), seq])));
  if (seqOf.size === 0) return new Map();
  const found = await graph.call<Asserted & Pick<Answered, 'subject' | 'valueEntity' | 'dependsOn'> & { readonly key: string }>(
    'truth/answered',
    { keys: [...seqOf.keys()] },
  );
  return new Map(
    found.map(({ key, supersededId, subject, ...claim }) => [
      seqOf.get(key) as number,
      {
        ...claim,
        subject: decodePart(subject),
        outcome: claim.outcome as Written['outcome'],
        supersededIds: supersededId === null ? [] : [supersededId],
        replayed: true,
        late: false,
        reviewId: null,
        currentChanged: false,
      },
    ]),
  );
}

function jsonOf(body: readonly unknown[]): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalidInput('remember', [{ path: 'facts', message: 'hold what is not JSON', next: 'give strings, numbers and booleans' }]);
  }
}
