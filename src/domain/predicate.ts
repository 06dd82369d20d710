import { NO_POLICY, type OnRetire } from './retire.ts';

export type Cardinality = 'single' | 'multi';
export type Tier = 'stable' | 'default' | 'project' | 'event' | 'state';
export const TIERS: readonly Tier[] = ['stable', 'default', 'project', 'event', 'state'];
export const VALUE_TYPES = [
  'text',
  'entity',
  'timezone',
  'country',
  'currency',
  'language',
  'date',
  'number',
  'quantity',
  'money',
  'url',
  'email',
  'phone',
  'boolean',
  'tool',
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Qualifiers that split slots for every predicate (DESIGN §2). */
export const COMMON_SEPARATORS = ['context', 'device', 'project', 'repo'] as const;

/** What a caller may set of a predicate. */
export interface PredicateDefinition {
  readonly cardinality: Cardinality;
  /** `value` turns the slot round: one subject per value (one leader per team). */
  readonly slotBy: 'subject' | 'value';
  readonly valueType: ValueType;
  /** Type of the entities it points to. */
  readonly range: string | null;
  readonly category: string;
  readonly tier: Tier;
  /** Qualifiers beyond the common ones that split slots. */
  readonly separators: readonly string[];
  readonly aliases: readonly string[];
  /** Name that answers from the value's side. */
  readonly inverse: string | null;
  /** How far below the incumbent a challenger may stay and still win, 0..1. */
  readonly margin: number;
  /** Days in which a support's weight halves; null: never. */
  readonly halfLifeDays: number | null;
  /** What becomes of its facts when an entity that they name is retired. */
  readonly onRetire: OnRetire;
  readonly immutable: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly phrases: Readonly<Record<string, readonly string[]>>;
  readonly description: string;
}

/** What is left out stays as it is; of `onRetire`, a side that is left out says nothing. */
export type PredicateInput = Partial<Omit<PredicateDefinition, 'onRetire'>> & { readonly onRetire?: Partial<OnRetire> };

export interface Predicate extends PredicateDefinition {
  readonly name: string;
  /** Counts the changes of its settings, from 1. */
  readonly version: number;
  /** Where its definition came from; `unknown` ones were met in a write and are flagged in health. */
  readonly source: 'core' | 'defined' | 'unknown';
  /** `slotBy` was changed once, so that its past lies in slots of either kind. */
  readonly turned: boolean;
}

/** What a predicate is taken for that nobody defined: nothing is lost, nothing superseded by accident. */
export const UNKNOWN: PredicateDefinition = {
  cardinality: 'multi',
  slotBy: 'subject',
  valueType: 'text',
  range: null,
  category: 'other',
  tier: 'default',
  separators: [],
  aliases: [],
  inverse: null,
  margin: 0.2,
  halfLifeDays: 180,
  onRetire: NO_POLICY,
  immutable: false,
  labels: {},
  phrases: {},
  description: '',
};
