import type { Statement } from '../src/engine/engine.ts';
import type { Resolved } from '../src/palimpsest.ts';
import { aliasKey } from '../src/registry/names/keys.ts';
import { compare } from './measure.ts';
import type { BenchRow } from './rows.ts';
import { warmth } from './steps.ts';
import type { World } from './world.ts';

const ENTITIES = 1_000;
const NAMES = 35;
const BATCH = 500;
const SYLLABLES = 'ka lo mi ran tes vor bel dun fi gar hol jun ped qui sar tol'.split(' ');

/** A name of three words of letters, another one for each number. */
function nameOf(n: number): string {
  const part = (shift: number) => SYLLABLES[(n >> shift) % SYLLABLES.length] as string;
  return `${part(0)}${part(4)}works ${part(8)}${part(12)}sen ${part(4)}${part(0)}${part(8)}`;
}

const text = (name: string, pattern: string): Statement => ({ name: `bench/${name}`, mode: 'read', text: pattern });
const SEEK = text('seek-alias', 'WITH $key AS k MATCH (a:Alias {key: k})-[:REFERS_TO]->(e:Entity) RETURN e.id AS id');
const SEEK_MANY = text('seek-aliases', 'UNWIND $keys AS k MATCH (a:Alias {key: k})-[:REFERS_TO]->(e:Entity) RETURN k, e.id AS id');

const worlds = new WeakMap<World, Promise<() => string>>();

/** A namespace with 35,000 aliases; gives one after the other. */
function aliased(world: World): Promise<() => string> {
  const known = worlds.get(world);
  if (known !== undefined) return known;
  const made = (async () => {
    for (let e = 0; e < ENTITIES; e++) {
      const [name = '', ...aliases] = Array.from({ length: NAMES }, (_, i) => nameOf(e * NAMES + i));
      await world.store.putEntity(world.namespace, `org:bench${e}`, { name, aliases });
    }
    let n = 0;
    return () => {
      n = (n + 7_919) % (ENTITIES * NAMES);
      return nameOf(n);
    };
  })();
  worlds.set(world, made);
  return made;
}

function expectKnown(found: readonly Resolved[]): void {
  if (found.some((r) => r.rule !== 'name')) throw new Error('expected every name to be known');
}

const row = (name: string, ours: string, theirs: string, many: number, steps: number): BenchRow => ({
  name,
  ours,
  theirs,
  server: {},
  embedded: {},
  grows: false,
  async run(world, rounds) {
    const next = await aliased(world);
    const names = () => Array.from({ length: many }, next);
    const keys = () => names().map((n) => aliasKey(world.namespace, n));
    const raw = async () => {
      const [first] = many === 1 ? [keys()[0] as string] : [];
      const rows = await (first === undefined ? world.engine.run(SEEK_MANY, { keys: keys() }) : world.engine.run(SEEK, { key: first }));
      if (rows.length !== many) throw new Error('expected a row for every name');
    };
    const resolve = async () => expectKnown(await world.store.resolve(world.namespace, names()));
    return compare(resolve, raw, { rounds, steps, warm: many === 1 ? warmth(world) : 5, per: many });
  },
});

export const NAME_ROWS: readonly BenchRow[] = [
  row('resolve, one of 35,000 aliases', 'resolve', 'raw seek and hop', 1, 100),
  row('resolve, 500 of 35,000 aliases', 'resolve, per name', 'raw, per name', BATCH, 5),
];
