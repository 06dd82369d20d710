import type { z } from 'zod';
import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { splitSchema } from '../contract/identity.ts';
import { entityMentionSchema } from '../contract/queries.ts';
import { decodePart, encodePart, keyOf } from '../domain/keys.ts';
import { entityKey } from '../domain/value.ts';
import { invalidInput, PalimpsestError } from '../errors.ts';
import type { Call, Graph } from '../graph.ts';
import type { SplitInput, SplitReply, WriteOptions } from '../palimpsest.ts';
import { conflict } from '../registry/aliases.ts';
import type { Entities, EntityRef } from '../registry/entities.ts';
import { nameStates, takeName } from '../registry/name-states.ts';
import { aliasKey } from '../registry/names/keys.ts';
import { mintId } from '../registry/names/mint-id.ts';
import { registrationRow, type Taken } from '../registry/registration.ts';
import { refuseReserved } from '../registry/reserved.ts';
import type { Settings } from '../registry/settings.ts';
import type { Names } from '../registry/whom.ts';
import { openReviews } from '../review/open.ts';
import { Change } from '../truth/change.ts';
import { digestOf } from '../truth/ids.ts';
import { commit, once, operationOf } from '../truth/operate.ts';
import { regroup } from '../truth/regroup.ts';
import type { SlotChange } from '../truth/slot-change.ts';
import { withSlots } from '../truth/slots.ts';
import type { StoredClaim } from '../truth/state.ts';
import { entityValue, slotsIn, slotsOf } from './claims.ts';
import { type Cluster, clusterOf, keysOf } from './cluster.ts';
import { writeJudgements } from './ledger.ts';

/** Claims that a reply names. */
const LISTED = 500;

/** Two were taken for one: the names that mean the other, and what was told by them, go to a new entity. */
export async function split(
  graph: Graph,
  { entities, whom, settings }: Names & { readonly settings: Settings },
  namespace: string,
  mention: string,
  input: SplitInput,
  options: WriteOptions = {},
): Promise<SplitReply> {
  const asked = parse(entityMentionSchema, mention, 'split', 'entity');
  const i = parse(splitSchema, input, 'split', 'split');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'split', 'options');
  const about = operationOf({ namespace, kind: 'split', input: { ...i, entity: asked } as typeof i, statement: i, idempotencyKey });
  return once<SplitReply>(graph, about, async () => {
    const root = await whom.require(namespace, asked, 'split', 'entity');
    const { call } = graph;
    const seen = await clusterOf(call, namespace, root.id, 'split');
    if (i.name !== undefined) await refuseReserved(settings, namespace, [{ text: i.name, path: 'split.name' }], 'split');
    const other = await newcomer(call, entities, namespace, root, i);
    const otherKey = keyOf(namespace, other.id);
    const names = await given(call, namespace, seen, i.mentions);
    const reply = await withSlots<SplitReply>(
      graph,
      slotsOf([seen.root.key]),
      (locks, work) => Change.operate(graph, about, locks, work),
      async (change, rows) => {
        const within = change.call;
        const touched = [other.name, ...i.mentions];
        const before = await nameStates(within, namespace, touched);
        for (const name of i.mentions) await takeName(within, namespace, keysOf(seen), name);
        const registration = { ref: other, shared: [], owned: [other.name, ...i.mentions], type: null };
        const [made] = await within<{ taken: Taken[] }>('registry/register-entities', {
          rows: [registrationRow(namespace, registration)],
        });
        const [held] = made?.taken ?? [];
        if (held !== undefined) throw taken(namespace, i, held);
        await within('truth/lock', { keys: [otherKey] });
        // one that another split had made, and that was taken back
        await within('registry/update-entity', { key: otherKey, properties: { type: other.type, name: other.name, unmade: null } });
        change.journal.turned(otherKey);
        change.journal.about([seen.root.key]);
        change.journal.renamed(before, await nameStates(within, namespace, touched), { id: other.id, of: root.id });
        const old = slotsIn(change, rows);
        const say = (c: StoredClaim) => movedTo(c, root.id, other.id, (name) => names.has(aliasKey(namespace, name)));
        const { moved, left } = tally(old, root.id, say);
        await regroup(change, old, { say });
        const changed = await commit(change, about, null);
        const judged = { id: `j_${digestOf([about.id])}`, a: root.id, b: other.id, verdict: 'not_same' as const, at: change.at };
        const ledger = { ...judged, by: i.by ?? null, rule: 'split', reason: about.reason, operationId: about.id };
        await writeJudgements(within, namespace, [ledger]);
        const asked = { entity: root.id, other: other.id, mentions: i.mentions, claims: left.slice(0, LISTED) };
        const rest = {
          kind: 'split-rest' as const,
          identity: [about.id],
          entities: [root.id, other.id],
          claims: asked.claims,
          data: asked,
          askedBy: about.id,
        };
        const [review] = left.length === 0 ? [] : await openReviews(graph, namespace, [{ ...rest, at: change.at }], change.runner);
        if (review !== undefined) change.journal.decided(keyOf(namespace, review.id), {});
        return { ...changed, entity: other.id, moved, left: asked.claims, reviewId: review?.id ?? null };
      },
      keysOf(seen),
    );
    entities.forget();
    return reply;
  });
}

/** The new entity; one that is there already is taken by merging, not by splitting. */
async function newcomer(
  call: Call,
  entities: Entities,
  namespace: string,
  root: EntityRef,
  i: z.infer<typeof splitSchema>,
): Promise<EntityRef> {
  const type = i.type ?? root.type;
  const name = i.name ?? (i.mentions[0] as string);
  const id = i.id ?? mintId(type, name);
  // what was told of an alias would be hidden behind the new entity
  const called = i.id === undefined ? null : await entities.owner(namespace, id);
  const goes = called?.id === root.id && i.mentions.some((m) => aliasKey(namespace, m) === aliasKey(namespace, id));
  if (called !== null && called.id !== id && !goes) throw conflict('split', 'split.id', called.id);
  if ((await entities.byId(namespace, id)) !== null && !(await isUnmade(call, namespace, id)))
    throw new PalimpsestError('conflict', 'split: split.id is an entity already; give an id that nobody has', { operation: 'split' });
  return { id, type, name };
}

/** Made by a split that was taken back, so that it stands for nobody. */
async function isUnmade(call: Call, namespace: string, id: string): Promise<boolean> {
  return (await call<{ readonly id: string }>('identity/unmade', { key: keyOf(namespace, id) })).length > 0;
}

/** The keys of the names that go; all must be the entity's, and not what it is called itself. */
async function given(call: Call, namespace: string, cluster: Cluster, mentions: readonly string[]): Promise<Set<string>> {
  const names = await call<{ readonly key: string }>('registry/aliases', { keys: keysOf(cluster) });
  const had = new Set(names.map((n) => n.key));
  const issues = mentions.flatMap((m, n) => {
    const path = `split.mentions[${n}]`;
    if (!had.has(aliasKey(namespace, m))) return [{ path, message: 'is no name of the entity', next: 'see its names with `aliases`' }];
    return aliasKey(namespace, cluster.root.name) === aliasKey(namespace, m)
      ? [{ path, message: 'is what the entity itself is called', next: 'give it another name with putEntity first' }]
      : [];
  });
  if (issues.length > 0) throw invalidInput('split', issues);
  return new Set(mentions.map((m) => aliasKey(namespace, m)));
}

function taken(namespace: string, { name, mentions }: z.infer<typeof splitSchema>, { alias, owner }: Taken): PalimpsestError {
  const n = mentions.findIndex((m) => aliasKey(namespace, m) === alias);
  return conflict('split', n < 0 && name !== undefined ? 'split.name' : `split.mentions[${n}]`, decodePart(owner));
}

/** A claim that came by one of the names is the other's. */
export function movedTo(c: StoredClaim, root: string, other: string, isOthers: (name: string) => boolean): StoredClaim {
  const subject = c.subject === encodePart(root) && c.named !== null && isOthers(c.named);
  const value = c.valueEntity !== null && c.valueKey === entityKey(root) && c.text !== null && isOthers(c.text);
  if (!subject && !value) return c;
  return { ...c, ...(subject && { subject: encodePart(other), saidSubject: null }), ...(value && entityValue(c, other, null)) };
}

function tally(old: readonly SlotChange[], root: string, say: (c: StoredClaim) => StoredClaim) {
  const claims = old.flatMap((s) => s.state.claims);
  const stays = claims.filter((c) => say(c) === c);
  const left = stays.filter((c) => c.subject === encodePart(root) && c.named === null).map((c) => c.id);
  return { moved: claims.length - stays.length, left };
}
