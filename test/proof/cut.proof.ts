import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenOptions, openPalimpsest } from '../../src/index.ts';
import type { Candidate, Palimpsest } from '../../src/palimpsest.ts';
import { type Act, Acts, perform } from '../support/acts.ts';
import { BoltProxy, type Fault, type Step, WHERE } from '../support/bolt-proxy.ts';
import { Chance } from '../support/chance.ts';
import { ENGINES, freshNamespace, LOGIN } from '../support/engines.ts';
import { SEED, sized } from '../support/size.ts';

const LIVES = 'lives';
/** Of the statements that are only read or written inside, one in so many is cut in CI. */
const ONE_IN = sized({ fast: 1, late: 3, correct: 3, merge: 10 }, { fast: 1, late: 1, correct: 1, merge: 1 });
/** A silent connection is given up after twice the timeout, in ms. */
const SILENCE = sized({ timeoutMs: 1_000, stalledMs: 3_000 }, { timeoutMs: 10_000, stalledMs: 30_000 });

/** Of the answers to other verbs, one in so many is lost. */
const EVERY = sized(4, 1);

type What = keyof typeof ONE_IN;
interface Prepared {
  readonly act: Act;
  /** Looks whether its effect is there, once: nothing, or all of it. */
  effect(store: Palimpsest): Promise<'none' | 'one'>;
}

const server = ENGINES.find((e) => e.shared);

describe.skipIf(server === undefined)('a write to Neo4j whose connection fails', () => {
  const url = server?.url ?? '';
  const closing: (() => Promise<void>)[] = [];
  let direct: Palimpsest;
  beforeAll(async () => {
    direct = await openPalimpsest({ store: url, ...LOGIN });
    closing.push(() => direct.close());
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const behind = async (options: OpenOptions): Promise<{ proxy: BoltProxy; store: Palimpsest }> => {
    const proxy = await BoltProxy.before(url);
    const store = await openPalimpsest({ store: proxy.url, ...LOGIN, ...options });
    closing.push(
      () => proxy.close(),
      () => store.close(),
    );
    return { proxy, store };
  };

  describe.each<What>(['fast', 'late', 'correct', 'merge'])('%s', (what) => {
    it('is done once, wherever it is cut', async () => {
      const chance = new Chance(SEED);
      const stage = await setStage(direct, what);
      const [patient, hasty] = [await behind({}), await behind({ retryMs: 0 })];
      const steps = await stepsOf(patient, stage);
      await stepsOf(hasty, stage);
      const counts = { cut: 0, survived: 0, unknown: 0 };
      for (const fault of cutsOf(steps, ONE_IN[what], chance)) {
        const { proxy, store } = fault.lasting ? hasty : patient;
        const { act, effect } = await stage.next();
        const struck = proxy.struck;
        proxy.arm(fault);
        const ended = await perform(store, act);
        const said = `${what} cut at ${steps[fault.at]} ${fault.at}, ${fault.where}${fault.lasting ? ', for good' : ''}; seed ${SEED}`;
        counts.cut += proxy.struck - struck;
        if (fault.lasting !== true) expect(ended.end, said).toBe('ok');
        if (ended.end === 'ok') counts.survived += 1;
        else {
          expect(ended.end, said).toBe('unknown');
          counts.unknown += 1;
          const isThere = (await effect(direct)) === 'one';
          // a merge goes on after its commit, and its last step is only read
          if (isThere && what !== 'merge') expect(ended, said).toMatchObject({ saysSo: true });
        }
        proxy.heal();
        const again = await perform(store, act);
        expect(again, said).toEqual(ended.end === 'ok' ? ended : { end: 'ok', effect: expect.anything() });
        expect(await perform(direct, act), said).toEqual(again);
        expect(await effect(direct), said).toBe('one');
      }
      expect(counts.cut).toBeGreaterThan(0.8 * (counts.survived + counts.unknown));
      expect((await direct.doctor(stage.namespace)).findings, `seed ${SEED}`).toEqual([]);
      console.info(
        `${what}, ${steps.length} messages: ${counts.cut} cuts, ${counts.survived} ok, ${counts.unknown} unknown and settled; seed ${SEED}`,
      );
    });

    it('is done once, where the connection falls silent or stalls', async () => {
      const chance = new Chance(SEED);
      const stage = await setStage(direct, what);
      const { proxy, store } = await behind({ timeoutMs: SILENCE.timeoutMs });
      const steps = await stepsOf({ proxy, store }, stage);
      const counts = { silent: 0, stalled: 0 };
      const acts: Prepared[] = [];
      for (const { at, where } of silencesOf(steps)) {
        const hows = sized([chance.of(['silent', 'stalled'] as const)], ['silent', 'stalled'] as const);
        for (const how of hows) {
          const prepared = await stage.next();
          acts.push(prepared);
          proxy.arm({ at, where, how: how === 'silent' ? 'silent' : { stalledMs: SILENCE.stalledMs } });
          const struck = proxy.struck;
          const ended = await perform(store, prepared.act);
          const said = `${what} ${how} at ${steps[at]} ${at}, ${where}; seed ${SEED}`;
          expect(ended.end, said).toBe('ok');
          proxy.heal();
          expect(await perform(store, prepared.act), said).toEqual(ended);
          counts[how] += proxy.struck - struck;
        }
      }
      // what was held back has arrived by now
      await new Promise((resolve) => setTimeout(resolve, SILENCE.stalledMs + SILENCE.timeoutMs));
      for (const { effect } of acts) expect(await effect(direct)).toBe('one');
      expect((await direct.doctor(stage.namespace)).findings, `seed ${SEED}`).toEqual([]);
      console.info(
        `${what}: ${counts.silent} connections fell silent, ${counts.stalled} stalled for ${SILENCE.stalledMs} ms; seed ${SEED}`,
      );
    });
  });

  // one that is tried again sends more
  const MOST_STEPS = 60;
  it('every other verb that writes does so once, wherever the answer to it is lost', async () => {
    const { proxy, store } = await behind({});
    let cuts = 0;
    for (const { what, prepare } of OTHERS) {
      let length = 1;
      for (let at = cuts % EVERY; at < length; at += EVERY) {
        const namespace = freshNamespace();
        await direct.remember(namespace, { subject: 'user:a', predicate: LIVES, value: 'Berlin', validFrom: '2020' });
        await direct.remember(namespace, { subject: 'user:b', predicate: LIVES, value: 'Rome', validFrom: '2021' });
        const { call, check } = await prepare(direct, namespace);
        const act = new Acts(namespace, what).other(what, call);
        proxy.arm({ at, where: 'answered', how: 'cut' });
        expect(await perform(store, act), `${what} at ${at}`).toMatchObject({ end: 'ok' });
        length = Math.max(length, Math.min(proxy.steps.length, MOST_STEPS));
        cuts += 1;
        proxy.heal();
        expect(await perform(direct, act), `${what} at ${at}`).toMatchObject({ end: 'ok' });
        await check(direct, namespace);
        if (cuts % 8 === 0) expect((await direct.doctor(namespace)).findings, what).toEqual([]);
      }
    }
    console.info(`${OTHERS.length} other verbs: ${cuts} answers lost`);
  });
});

interface Other {
  readonly what: string;
  prepare(
    store: Palimpsest,
    namespace: string,
  ): Promise<{
    readonly call: Parameters<Acts['other']>[1];
    check(store: Palimpsest, namespace: string): Promise<void>;
  }>;
}
const factOf = async (store: Palimpsest, ns: string) =>
  (await store.current(ns, { subject: 'user:a', predicate: LIVES })).facts[0]?.id as string;

const OTHERS: readonly Other[] = [
  {
    what: 'retract',
    prepare: async (store, ns) => {
      const factId = await factOf(store, ns);
      return {
        call: (to, _, options) => to.retract(ns, { factId }, options),
        check: async (to) =>
          expect((await to.history(ns, { subject: 'user:a', predicate: LIVES })).claims.map((c) => c.kind)).toEqual(['assert', 'end']),
      };
    },
  },
  {
    what: 'withdraw',
    prepare: async (store, ns) => {
      const factId = await factOf(store, ns);
      return {
        call: (to, _, options) => to.withdraw(ns, { factId }, options),
        check: async (to) => expect((await to.current(ns, { subject: 'user:a', predicate: LIVES })).facts).toEqual([]),
      };
    },
  },
  {
    what: 'unmerge',
    prepare: async (store, ns) => {
      await store.merge(ns, { from: 'user:a', into: 'user:b' });
      return {
        call: (to, _, options) => to.unmerge(ns, { entity: 'user:a' }, options),
        check: async (to) => expect((await to.entity(ns, 'user:a')).id).toBe('user:a'),
      };
    },
  },
  {
    what: 'putEntity',
    prepare: async () => ({
      call: (to, ns) => to.putEntity(ns, 'entity:org:acme', { name: 'Acme', aliases: ['Acme Corp'] }),
      check: async (to, ns) => expect(await to.entity(ns, 'Acme Corp')).toMatchObject({ id: 'entity:org:acme', name: 'Acme' }),
    }),
  },
  {
    what: 'addAlias',
    prepare: async () => ({
      call: (to, ns, options) => to.addAlias(ns, 'user:a', { alias: 'Ada' }, options),
      check: async (to, ns) => expect((await to.aliases(ns, 'user:a')).filter((a) => a.alias === 'Ada')).toHaveLength(1),
    }),
  },
  {
    what: 'definePredicate',
    prepare: async () => ({
      call: (to, ns) => to.definePredicate(ns, LIVES, { margin: 0.4 }),
      check: async (to, ns) => expect((await to.predicates(ns)).find((p) => p.name === LIVES)).toMatchObject({ margin: 0.4, version: 2 }),
    }),
  },
  {
    what: 'changeSettings',
    prepare: async () => ({
      call: (to, ns) => to.changeSettings(ns, { locale: 'de' }),
      check: async (to, ns) => expect(await to.settings(ns)).toMatchObject({ locale: 'de' }),
    }),
  },
];

/** A namespace with subjects that one act each is done to. */
async function setStage(direct: Palimpsest, what: What) {
  const namespace = freshNamespace();
  const acts = new Acts(namespace, what);
  await direct.definePredicate(namespace, LIVES, { cardinality: 'single' });
  let subjects = 0;
  const claims = async (store: Palimpsest, subject: string) =>
    (await store.history(namespace, { subject, predicate: LIVES }).catch(() => ({ claims: [] }))).claims;
  const next = async (): Promise<Prepared> => {
    const subject = `user:s${subjects++}`;
    const twin = `${subject}twin`;
    const told = (who: string, value: string, more: Partial<Candidate> = {}): Candidate => ({
      subject: who,
      predicate: LIVES,
      value,
      ...more,
    });
    if (what === 'fast') {
      const act = acts.remember(what, [told(subject, 'Rome')]);
      return { act, effect: async (store) => onceOf((await claims(store, subject)).length, 0) };
    }
    const [before] = await direct.remember(namespace, [told(subject, 'Berlin'), ...(what === 'merge' ? [told(twin, 'Oslo')] : [])]);
    if (what === 'late') {
      const act = acts.remember(what, [told(subject, 'Rome', { observedAt: '2020-01-01T00:00:00Z' })]);
      return { act, effect: async (store) => onceOf((await claims(store, subject)).length, 1) };
    }
    if (what === 'correct')
      return {
        act: acts.correct(before?.factId as string, 'Rome'),
        effect: async (store) => {
          const found = await claims(store, subject);
          expect(found.filter((c) => c.withdrawnAt !== null)).toHaveLength(found.length - 1);
          return onceOf(found.length, 1);
        },
      };
    return {
      act: acts.merge(subject, twin),
      effect: async (store) => {
        const { id, merged } = await store.entity(namespace, subject);
        expect((await claims(store, twin)).length).toBe(id === twin ? 2 : 1);
        return onceOf(id === twin ? merged.length : 0, 0);
      },
    };
  };
  return { namespace, next };
}

function onceOf(claims: number, before: number): 'none' | 'one' {
  if (claims === before) return 'none';
  if (claims === before + 1) return 'one';
  throw new Error(`done ${claims - before} times`);
}

/** What an act sends when nothing goes wrong, and what is read once a process is known. */
async function stepsOf(on: { proxy: BoltProxy; store: Palimpsest }, stage: { next(): Promise<Prepared> }): Promise<readonly Step[]> {
  for (let look = 0; look < 2; look++) {
    const { act } = await stage.next();
    on.proxy.heal();
    expect((await perform(on.store, act)).end).toBe('ok');
  }
  return on.proxy.steps;
}

/** Every BEGIN and COMMIT everywhere, once and for good; of the others some, or all. */
function* cutsOf(steps: readonly Step[], oneIn: number, chance: Chance): Generator<Fault> {
  for (const [at, step] of steps.entries()) {
    const isEdge = step === 'BEGIN' || step === 'COMMIT' || at === steps.length - 1;
    if (!isEdge && chance.int(1, oneIn) > 1) continue;
    const all = isEdge || sized(false, true);
    for (const where of all ? WHERE : [chance.of(WHERE)])
      for (const lasting of all ? [false, true] : [chance.chance(0.5)]) yield { at, where, how: 'cut', lasting };
  }
}

/** The first request, and the commit or what stands for it. */
function silencesOf(steps: readonly Step[]): { readonly at: number; readonly where: Fault['where'] }[] {
  const begin = steps.indexOf('BEGIN');
  const commit = steps.indexOf('COMMIT');
  if (begin < 0)
    return [
      { at: steps.length - 2, where: 'unsent' },
      { at: steps.length - 1, where: 'answered' },
    ];
  return [
    { at: 0, where: 'answered' },
    { at: begin, where: 'unsent' },
    { at: begin + 2, where: 'sent' },
    { at: commit, where: 'unsent' },
    { at: commit, where: 'answered' },
  ];
}
