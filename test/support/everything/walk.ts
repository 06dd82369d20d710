import { expect } from 'vitest';
import { iso } from '../../../src/domain/time.ts';
import type { Chance } from '../chance.ts';
import { DAY } from '../model.ts';
import type { StoreCase } from '../stores.ts';
import { BEGIN } from './compare.ts';
import { correction, decision, NO_DEED, type Policy, retirement, retraction } from './deeds.ts';
import { type Known, Life } from './life.ts';
import { anyDraft, candidateOf, IDS, VALUES } from './speech.ts';
import { type PredicateOf, World } from './world.ts';

/** A life of which every step is drawn by lot. */
export class Walk extends Life {
  readonly #merges: boolean;

  constructor(on: StoreCase, chance: Chance) {
    super(on, chance);
    this.#merges = chance.chance(0.5);
  }

  async begin(): Promise<void> {
    const { store } = this.on;
    const halfLife = () => this.chance.of([null, 10, 40]);
    const of = (cardinality: 'single' | 'multi', entity: boolean): PredicateOf => ({
      cardinality,
      entity,
      margin: 0.2,
      halfLifeDays: halfLife(),
    });
    const predicates = new Map([
      ['hue', of('single', false)],
      ['labels', of('multi', false)],
      ['superior', of('single', true)],
      ['pals', of('multi', true)],
    ]);
    for (const [name, { cardinality, entity, margin, halfLifeDays }] of predicates)
      await store.definePredicate(this.namespace, name, {
        cardinality,
        margin,
        halfLifeDays,
        ...(entity ? { valueType: 'entity', range: 'user' } : { valueType: 'text' }),
      });
    for (const id of IDS) await store.putEntity(this.namespace, id, { name: `Name ${id}` });
    this.world = new World(predicates);
  }

  async step(where: string): Promise<void> {
    this.where = where;
    if (this.chance.chance(0.05)) return this.#shelve();
    const dice = this.chance.next();
    if (dice < 0.5) await this.#tell();
    else if (dice < 0.55) await this.#import();
    else if (dice < 0.6) await this.#withdraw();
    else if (dice < 0.66) await this.#correct();
    else if (dice < 0.72) await this.#retract();
    else if (dice < 0.78) await this.#mergeOrNot();
    else if (dice < 0.83) await this.#retire();
    else if (dice < 0.91) await this.#decide();
    else await this.#undoAny();
  }

  // what is said

  async #tell(): Promise<void> {
    const draft = anyDraft(this.chance, this.world, true);
    const { cardinality, entity } = this.world.predicates.get(draft.predicate) as PredicateOf;
    const others = (entity ? IDS : VALUES).filter((v) => this.world.valueOf({ ...draft, value: v }) !== this.world.valueOf(draft));
    const falls = draft.dependsOn.length > 0 && cardinality === 'single' && others.length > 0 && this.chance.chance(0.5);
    const fallback = falls ? this.chance.of(others) : null;
    const [result] = await this.on.store.remember(this.namespace, candidateOf(draft, fallback));
    expect(result?.claimId, `${this.where} ${result?.outcome} ${JSON.stringify(result?.issues)}`).toBeTruthy();
    const added = fallback === null ? [draft] : [draft, { ...draft, value: fallback, dependsOn: [], of: result?.claimId as string }];
    this.counts.told += 1;
    await this.settle({ added, withdrawn: [] }, Date.parse(result?.recordedAt as string));
  }

  async #import(): Promise<void> {
    const drafts = Array.from({ length: this.chance.int(1, 3) }, () => anyDraft(this.chance, this.world, false));
    const id = `o_${globalThis.crypto.randomUUID()}`;
    const rows = drafts.map((d) => candidateOf(d, null));
    const results = await this.on.store.remember(this.namespace, rows, { import: { id } });
    const times = results.map((r) => Date.parse(r.recordedAt as string));
    this.counts.imported += 1;
    const { added } = await this.settle({ added: drafts, withdrawn: [] }, Math.max(...times));
    await this.note(id, { added, withdrawn: [] }, Math.min(...times) - 1);
  }

  // what is changed on purpose

  async #withdraw(): Promise<void> {
    const { live, facts } = this.world;
    if (live.size === 0) return;
    const whole = facts.length > 0 && this.chance.chance(0.4) ? this.chance.of(facts) : null;
    const claimId = this.chance.of([...live]);
    this.counts.withdrawn += 1;
    await this.act(async () => {
      const reply = await this.on.store.withdraw(this.namespace, whole === null ? { claimId } : { factId: whole.id });
      return { id: reply.operationId, at: Date.parse(reply.recordedAt), deed: () => ({ added: [], withdrawn: whole?.basis ?? [claimId] }) };
    });
  }

  async #correct(): Promise<void> {
    const { facts, predicates } = this.world;
    if (facts.length === 0) return;
    const fact = this.chance.of(facts);
    const value = this.chance.of(predicates.get(fact.predicate)?.entity === true ? IDS : [...VALUES, 'd']);
    this.counts.corrected += 1;
    await this.act(async () => {
      const reply = await this.on.store.correct(this.namespace, { factId: fact.id, value });
      return { id: reply.operationId, at: Date.parse(reply.recordedAt), deed: () => correction(this.world, fact, value) };
    });
  }

  async #retract(): Promise<void> {
    const { facts } = this.world;
    if (facts.length === 0) return;
    const fact = this.chance.of(facts);
    const at = fact.from + this.chance.int(-1, 12) * DAY;
    const confidence = this.chance.of([0.4, 0.7, 1]);
    this.counts.retracted += 1;
    await this.act(async () => {
      const reply = await this.on.store.retract(this.namespace, { factId: fact.id, at: iso(at), confidence });
      return { id: reply.operationId, at: Date.parse(reply.recordedAt), deed: () => retraction(this.world, fact, at, confidence) };
    });
  }

  async #mergeOrNot(): Promise<void> {
    if (!this.#merges) return this.#tell();
    const { into } = this.world;
    if (into.size > 0 && this.chance.chance(0.6)) {
      const entity = this.chance.of([...into.keys()]);
      this.counts.unmerged += 1;
      const step = { part: entity, whole: into.get(entity) as string, joins: false };
      await this.act(async () => {
        const reply = await this.on.store.unmerge(this.namespace, { entity });
        return { id: reply.operationId, at: Date.parse(reply.recordedAt), step, deed: () => NO_DEED };
      });
      return;
    }
    const [from, to] = [this.chance.of(IDS), this.chance.of(IDS)];
    const part = this.world.root(from);
    if (part === this.world.root(to)) return;
    this.counts.merged += 1;
    await this.act(async () => {
      const reply = await this.on.store.merge(this.namespace, { from, into: to });
      expect(reply).toMatchObject({ already: false, merged: part });
      return { id: reply.operationId, at: Date.parse(reply.recordedAt), step: { part, whole: to, joins: true }, deed: () => NO_DEED };
    });
  }

  /** Out of sight or back: what is believed stays as it is. */
  async #shelve(): Promise<void> {
    if (this.world.facts.length === 0) return;
    const { id: factId, basis } = this.chance.of(this.world.facts);
    const { archived } = this.world;
    const before = new Set(archived);
    const isBack = basis.every((id) => archived.has(id));
    for (const id of basis) isBack ? archived.delete(id) : archived.add(id);
    this.counts.archived += 1;
    const done = await this.on.store[isBack ? 'restore' : 'archive'](this.namespace, { factId });
    await this.settle(NO_DEED, Date.parse(done.recordedAt));
    if (this.chance.chance(0.5)) return;
    const undone = await this.on.store.undo(this.namespace, done.operationId);
    this.world.archived = before;
    await this.settle(NO_DEED, Date.parse(undone.recordedAt));
  }

  async #retire(): Promise<void> {
    const entity = this.chance.of(IDS);
    const others = IDS.filter((id) => this.world.root(id) !== this.world.root(entity));
    const replacement = others.length > 0 && this.chance.chance(0.4) ? this.chance.of(others) : null;
    const policy = (): Policy => this.chance.of(replacement === null ? ['end', 'keep', 'review'] : ['end', 'keep', 'repoint', 'review']);
    const named = this.chance.chance(0.5) ? [this.chance.of([...this.world.predicates.keys()])] : [];
    const policies = Object.fromEntries(
      named.map((p) => [p, this.chance.chance(0.5) ? { value: policy() } : { subject: policy(), value: policy() }]),
    );
    const at = BEGIN + this.chance.int(5, 60) * DAY;
    this.counts.retired += 1;
    await this.act(async () => {
      const input = { at: iso(at), policies, ...(replacement !== null && { replacement }) };
      const reply = await this.on.store.retire(this.namespace, entity, input);
      const now = Date.parse(reply.recordedAt);
      return { id: reply.operationId, at: now, deed: () => retirement(this.world, { entity, replacement, policies, at }, now) };
    });
  }

  async #decide(): Promise<void> {
    const { store } = this.on;
    const { reviews } = await store.reviews(this.namespace, { state: ['open', 'deferred'], limit: 500 });
    const open = reviews.filter((r) => ['contested-value', 'equal-starts', 'late-change', 'retired-fact'].includes(r.kind));
    if (open.length === 0) return this.#tell();
    const review = this.chance.of([...open].sort((a, b) => (a.at + a.kind < b.at + b.kind ? -1 : 1)));
    const verdict = this.chance.of(['accept', 'accept', 'reject', 'defer'] as const);
    this.counts.decided += 1;
    await this.act(async () => {
      const done = await store.decideReview(this.namespace, review.id, { decision: verdict });
      // deferred as it was already
      const again = this.acts.some((a) => a.id === done.operationId);
      if (again) return { id: null, at: this.now, deed: () => NO_DEED };
      const detail = await store.operation(this.namespace, done.operationId as string);
      const at = Date.parse(detail.at);
      return { id: detail.id, at, deed: () => decision(this.world, review, verdict, at) };
    });
  }

  // taking back

  async #undoAny(): Promise<void> {
    if (this.acts.length === 0) return this.#tell();
    const act = this.chance.chance(0.5) ? (this.acts.at(-1) as Known) : this.chance.of(this.acts);
    await this.undo(act);
  }
}
