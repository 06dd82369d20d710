import type { RetireParams } from '../contract/retire.ts';
import { decodePart, keyOf } from '../domain/keys.ts';
import type { RetirePolicy, RetireSide } from '../domain/retire.ts';
import { invalidInput, refusal } from '../errors.ts';
import type { EntityRef } from '../registry/entities.ts';
import type { Predicates } from '../registry/predicates.ts';
import { typesMeet } from '../registry/types.ts';
import type { Registry } from '../truth/prepare.ts';

/** What is to be done, with everybody resolved. It is kept as JSON with an operation that takes several transactions. */
export interface Retirement {
  readonly namespace: string;
  readonly entity: string;
  readonly replacement: Pick<EntityRef, 'id' | 'name' | 'via'> | null;
  /** What the call says, by the name of the predicate. */
  readonly policies: Readonly<Record<string, { readonly [S in RetireSide]?: RetirePolicy | undefined }>>;
  /** Epoch ms; null: when it is carried out. */
  readonly at: number | null;
  readonly reason: string | null;
}

export const entityKeyOf = ({ namespace, entity }: Retirement): string => keyOf(namespace, entity);

/** Refuses what can't be done with the replacement. */
export async function retirementOf(
  { whom, predicates }: Pick<Registry, 'whom' | 'predicates'>,
  namespace: string,
  entity: EntityRef,
  i: RetireParams,
  at: number | null,
): Promise<Retirement> {
  const replacement = i.replacement === undefined ? null : await whom.require(namespace, i.replacement, 'retire', 'replacement');
  if (replacement?.id === entity.id)
    throw invalidInput('retire', [{ path: 'replacement', message: 'is the entity itself', next: 'name another one, or leave it out' }]);
  if (replacement !== null && !typesMeet(replacement.type, entity.type) && !typesMeet(entity.type, replacement.type))
    throw refusal('refused', 'retire', {
      path: 'replacement',
      message: `is a ${replacement.type}, and the entity a ${entity.type}`,
      next: 'name one of that type, or mend the type with putEntity',
    });
  const policies: Record<string, { subject?: RetirePolicy | undefined; value?: RetirePolicy | undefined }> = {};
  for (const [name, { subject, value }] of Object.entries(i.policies ?? {})) {
    const found = await predicates.require(namespace, name, 'retire', `policies.${name}`);
    if (replacement === null && [subject, value].includes('repoint'))
      throw invalidInput('retire', [
        { path: `policies.${name}`, message: 'repoints, and there is no replacement', next: 'give replacement, or another policy' },
      ]);
    policies[found.predicate.name] = found.inverse ? { subject: value, value: subject } : { subject, value };
  }
  const { id, name, via } = replacement ?? {};
  const taking = id === undefined || name === undefined ? null : { id, name, ...(via !== undefined && { via }) };
  return { namespace, entity: entity.id, replacement: taking, policies, at, reason: i.reason ?? null };
}

/** What becomes of facts, by their predicate (encoded) and the side on which the entity stands. */
export type PolicyOf = (predicate: string, side: RetireSide) => RetirePolicy;

/** What the call says, then the predicate, then what is so for all. */
export async function policiesOf(
  predicates: Predicates,
  { namespace, policies, replacement }: Retirement,
  names: Iterable<string>,
): Promise<PolicyOf> {
  const known = new Map<string, { readonly [S in RetireSide]: RetirePolicy }>();
  const usual = { subject: 'keep', value: replacement === null ? 'end' : 'repoint' } as const;
  for (const encoded of new Set(names)) {
    const found = await predicates.find(namespace, decodePart(encoded));
    const said = policies[found?.predicate.name ?? ''];
    const policy = (side: RetireSide): RetirePolicy => {
      const own = found?.predicate.onRetire[side] ?? usual[side];
      // there may be nobody to go on with
      return said?.[side] ?? (own === 'repoint' && replacement === null ? usual[side] : own);
    };
    known.set(encoded, { subject: policy('subject'), value: policy('value') });
  }
  return (predicate, side) => known.get(predicate)?.[side] ?? usual[side];
}
