import { isPalimpsestError } from '../../src/errors.ts';
import type { Candidate, Palimpsest, WriteOptions } from '../../src/palimpsest.ts';

/** What a call is known to have done. */
export interface Effect {
  /** Claims that it made. */
  readonly claims: readonly string[];
  /** Claims that are withdrawn by it. */
  readonly withdrawn: readonly string[];
}

/** One call under a key: it can be sent again. */
export interface Act {
  readonly what: string;
  send(store: Palimpsest): Promise<Effect>;
}

/** `unknown`: it failed, and may have been done. */
export type End =
  | { readonly end: 'ok'; readonly effect: Effect }
  | { readonly end: 'refused'; readonly code: string }
  /** `saysSo`: the error itself says that it isn't known. */
  | { readonly end: 'unknown'; readonly code: string; readonly saysSo: boolean };

/** What the state of the store, or a decision of somebody else, is an answer to. */
const REFUSALS: ReadonlySet<string> = new Set(['conflict', 'not_found', 'refused']);
const NOT_KNOWN: ReadonlySet<string> = new Set(['busy', 'unavailable', 'closed']);

export async function perform(store: Palimpsest, act: Act): Promise<End> {
  try {
    return { end: 'ok', effect: await act.send(store) };
  } catch (error) {
    const { code = '', details } = isPalimpsestError(error) ? error : {};
    if (REFUSALS.has(code)) return { end: 'refused', code };
    if (NOT_KNOWN.has(code)) return { end: 'unknown', code, saysSo: details?.outcome === 'unknown' };
    throw new Error(`${act.what} ended otherwise`, { cause: error });
  }
}

const madeBy = ({ claimId }: { readonly claimId: string | null }): Effect => ({ claims: claimId === null ? [] : [claimId], withdrawn: [] });
const NOTHING: Effect = { claims: [], withdrawn: [] };

/** The calls that change something, each with its key. */
export class Acts {
  readonly #namespace: string;
  readonly #name: string;
  #sent = 0;

  /** `name` tells the keys of callers apart. */
  constructor(namespace: string, name: string) {
    this.#namespace = namespace;
    this.#name = name;
  }

  remember(what: string, candidates: readonly Candidate[]): Act {
    return this.#act(what, async (store, ns, options) => {
      const results = await store.remember(ns, candidates, options);
      for (const r of results)
        if (r.claimId === null && r.reason !== 'conflict') throw new Error(`${what}: ${r.outcome} ${r.reason} ${JSON.stringify(r.issues)}`);
      return { claims: results.flatMap((r) => r.claimId ?? []), withdrawn: [] };
    });
  }

  correct(factId: string, value: string): Act {
    return this.#act('correct', async (store, ns, options) => madeBy(await store.correct(ns, { factId, value }, options)));
  }

  retract(factId: string, at?: string): Act {
    const input = { factId, ...(at !== undefined && { at }) };
    return this.#act('retract', async (store, ns, options) => madeBy(await store.retract(ns, input, options)));
  }

  withdraw(claimId: string): Act {
    return this.#act('withdraw', async (store, ns, options) => {
      await store.withdraw(ns, { claimId }, options);
      return { claims: [], withdrawn: [claimId] };
    });
  }

  merge(from: string, into: string): Act {
    return this.#act('merge', async (store, ns, options) => {
      await store.merge(ns, { from, into }, options);
      return NOTHING;
    });
  }

  unmerge(entity: string): Act {
    return this.#act('unmerge', async (store, ns, options) => {
      await store.unmerge(ns, { entity }, options);
      return NOTHING;
    });
  }

  /** Any other call, which makes no claims. */
  other(what: string, call: (store: Palimpsest, namespace: string, options: WriteOptions) => Promise<unknown>): Act {
    return this.#act(what, async (...args) => {
      await call(...args);
      return NOTHING;
    });
  }

  #act(what: string, send: (store: Palimpsest, namespace: string, options: WriteOptions) => Promise<Effect>): Act {
    const idempotencyKey = `${this.#name} ${this.#sent++}`;
    return { what, send: (store) => send(store, this.#namespace, { idempotencyKey }) };
  }
}

/** Everything that was acknowledged to anybody. */
export class Ledger {
  readonly claims = new Set<string>();
  readonly withdrawn = new Set<string>();
  readonly counts: Record<string, number> = {};
  readonly unsettled: Act[] = [];
  readonly #done: { readonly act: Act; readonly effect: Effect }[] = [];

  note(act: Act, ended: End): void {
    const how = `${act.what} ${ended.end}`;
    this.counts[how] = (this.counts[how] ?? 0) + 1;
    if (ended.end === 'unknown') this.unsettled.push(act);
    if (ended.end !== 'ok') return;
    this.#done.push({ act, effect: ended.effect });
    for (const id of ended.effect.claims) this.claims.add(id);
    for (const id of ended.effect.withdrawn) this.withdrawn.add(id);
  }

  /** Sends what is unknown again, until it is known; says how many that were. */
  async settle(store: Palimpsest): Promise<number> {
    const unsettled = this.unsettled.splice(0);
    let open = unsettled;
    for (let round = 0; open.length > 0 && round < 5; round++) {
      const left: Act[] = [];
      for (const act of open) {
        const ended = await perform(store, act);
        if (ended.end === 'unknown') left.push(act);
        else this.note({ ...act, what: `${act.what} again` }, ended);
      }
      open = left;
    }
    if (open.length > 0) throw new Error(`never settled: ${open.map((a) => a.what).join(', ')}`);
    return unsettled.length;
  }

  /** Every `nth` that was done, the last included. */
  sample(nth: number): { readonly act: Act; readonly effect: Effect }[] {
    return this.#done.filter((_, i) => (this.#done.length - 1 - i) % nth === 0);
  }

  get size(): number {
    return this.#done.length;
  }

  toString(): string {
    const by = (end: string) => Object.entries(this.counts).filter(([how]) => how.endsWith(end));
    const sum = (end: string) => by(end).reduce((n, [, count]) => n + count, 0);
    return `${sum(' ok')} ok, ${sum(' refused')} refused, ${sum(' unknown')} unknown`;
  }
}
