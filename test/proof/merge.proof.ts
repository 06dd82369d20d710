import { expect, it } from 'vitest';
import { isPalimpsestError } from '../../src/errors.ts';
import type { Candidate } from '../../src/palimpsest.ts';
import { Chance } from '../support/chance.ts';
import { SEED, sized } from '../support/size.ts';
import { snapshot } from '../support/snapshot.ts';
import { describeInProcess, type StoreCase } from '../support/stores.ts';

const IDS = ['user:a', 'user:b', 'user:c', 'user:d', 'user:e'];
const NAMES = ['Ann Adler', 'Ben Bauer', 'Cleo Costa', 'Dan Dorn', 'Eve Eder'];
const VALUES = ['red', 'green', 'blue'];
const DAY = 86_400_000;
const BEGIN = Date.parse('2025-01-01T00:00:00Z');

/** A random life of a namespace in which entities become one and two again. */
class Walk {
  readonly namespace: string;
  readonly #on: StoreCase;
  readonly #chance: Chance;
  readonly #ids = [...IDS];
  steps = { told: 0, merged: 0, undone: 0, split: 0, refused: 0 };

  constructor(on: StoreCase, chance: Chance) {
    this.namespace = on.fresh();
    this.#on = on;
    this.#chance = chance;
  }

  async begin(): Promise<void> {
    const { store } = this.#on;
    await store.definePredicate(this.namespace, 'hue', { cardinality: 'single' });
    await store.definePredicate(this.namespace, 'labels', { cardinality: 'multi' });
    await store.definePredicate(this.namespace, 'superior', { cardinality: 'single', valueType: 'entity', range: 'user' });
    await store.definePredicate(this.namespace, 'pals', { cardinality: 'multi', valueType: 'entity', range: 'user' });
    await store.definePredicate(this.namespace, 'steers', { cardinality: 'single', slotBy: 'value', valueType: 'entity', range: 'user' });
    for (const [i, id] of IDS.entries()) await store.putEntity(this.namespace, id, { name: NAMES[i] as string, aliases: [`Nick ${id}`] });
  }

  async step(): Promise<void> {
    const dice = this.#chance.next();
    if (dice < 0.6) await this.#tell();
    else if (dice < 0.75) await this.#merge();
    else if (dice < 0.88) await this.#unmerge();
    else if (dice < 0.94) await this.#split();
    else await this.#mergeAndTakeBack(this.#chance.int(1, 3));
  }

  async audit(): Promise<void> {
    const { findings } = await this.#on.store.doctor(this.namespace);
    expect(findings).toEqual([]);
  }

  #mention(): string {
    const id = this.#chance.of(this.#ids);
    const name = NAMES[IDS.indexOf(id)];
    return this.#chance.chance(0.5) || name === undefined ? id : this.#chance.of([name, `Nick ${id}`]);
  }

  async #tell(): Promise<void> {
    const many = Array.from({ length: this.#chance.int(1, 3) }, (): Candidate => {
      const predicate = this.#chance.of(['hue', 'labels', 'superior', 'pals', 'steers']);
      const at = (days: number) => new Date(BEGIN + days * DAY).toISOString();
      const start = this.#chance.int(0, 200);
      return {
        subject: this.#mention(),
        predicate,
        value: predicate === 'hue' || predicate === 'labels' ? this.#chance.of(VALUES) : this.#mention(),
        kind: this.#chance.chance(0.12) ? 'end' : 'assert',
        confidence: this.#chance.of([0.4, 0.7, 0.9]),
        origin: this.#chance.of(['stated', 'extracted']),
        ...(this.#chance.chance(0.7) ? { validFrom: at(start) } : { observedAt: at(start) }),
      };
    });
    const results = await this.#on.store.remember(this.namespace, many);
    for (const r of results) expect(['rejected', 'unresolved', 'ambiguous']).not.toContain(r.outcome);
    this.steps.told += many.length;
  }

  async #merge(): Promise<string | null> {
    try {
      const { already, operationId } = await this.#on.store.merge(this.namespace, { from: this.#mention(), into: this.#mention() });
      if (already) return null;
      this.steps.merged += 1;
      return operationId;
    } catch (error) {
      if (!isPalimpsestError(error) || error.code !== 'refused') throw error;
      this.steps.refused += 1;
      return null;
    }
  }

  async #unmerge(): Promise<void> {
    const { merged } = await this.#on.store.entity(this.namespace, this.#chance.of(this.#ids));
    if (merged.length === 0) return;
    await this.#on.store.unmerge(this.namespace, { entity: this.#chance.of(merged) });
    this.steps.undone += 1;
  }

  /** In any order. */
  async #mergeAndTakeBack(many: number): Promise<void> {
    const before = await snapshot(this.#on.store, this.namespace, this.#ids);
    const done: string[] = [];
    for (let n = 0; n < many; n++) done.push(...[await this.#merge()].filter((id) => id !== null));
    await this.audit();
    const order = done.map((id) => ({ id, at: this.#chance.next() })).sort((a, b) => a.at - b.at);
    for (const { id: operationId } of order) {
      await this.#on.store.unmerge(this.namespace, { operationId });
      await this.audit();
    }
    expect(await snapshot(this.#on.store, this.namespace, this.#ids), order.map(({ id }) => done.indexOf(id)).join()).toEqual(before);
    this.steps.undone += done.length;
  }

  async #split(): Promise<void> {
    const { store } = this.#on;
    const { id, name, aliases } = await store.entity(this.namespace, this.#chance.of(this.#ids));
    const free = aliases.filter((a) => a !== name && a !== id);
    if (free.length === 0 || this.#ids.length > 9) return;
    const { entity } = await store.split(this.namespace, id, { mentions: [this.#chance.of(free)], id: `user:s${this.#ids.length}` });
    this.#ids.push(entity);
    this.steps.split += 1;
  }
}

describeInProcess('entities that become one and two again', (on) => {
  it('leave the store in order after every step, and a merge that is taken back leaves no trace', async () => {
    const [walks, steps] = on.engine.shared ? [sized(3, 15), 25] : [sized(25, 150), 40];
    const sum = { told: 0, merged: 0, undone: 0, split: 0, refused: 0 };
    for (let n = 0; n < walks; n++) {
      const walk = new Walk(on, new Chance(SEED + n));
      await walk.begin();
      for (let i = 0; i < steps; i++) {
        await walk.step();
        await walk.audit();
      }
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += walk.steps[key];
    }
    const counts = Object.entries(sum).map(([what, count]) => `${count} ${what}`);
    console.log(`${on.engine.name}: ${walks} walks of ${steps} steps: ${counts.join(', ')}; seed ${SEED}`);
  });
});
