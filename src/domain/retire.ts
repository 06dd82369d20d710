/**
 * What becomes of a fact when an entity that it names is retired. `end`: it is over; `repoint`: it goes on with the replacement; `review`:
 * a person decides; `keep`: it stays.
 */
export const RETIRE_POLICIES = ['end', 'keep', 'repoint', 'review'] as const;
export type RetirePolicy = (typeof RETIRE_POLICIES)[number];

/** Where in the fact the entity stands. */
export const RETIRE_SIDES = ['subject', 'value'] as const;
export type RetireSide = (typeof RETIRE_SIDES)[number];

/** Null: what it is for every predicate, which is to keep what is said of the entity, and to end or repoint what names it as value. */
export type OnRetire = Readonly<Record<RetireSide, RetirePolicy | null>>;
export const NO_POLICY: OnRetire = { subject: null, value: null };

/** `role`: told through a role that it had, as "my employer"; `dependency`: it held by facts that end. */
export const RETIRE_VIAS = [...RETIRE_SIDES, 'role', 'dependency'] as const;
export type RetireVia = (typeof RETIRE_VIAS)[number];
