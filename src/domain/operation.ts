/** Every kind of administrative act, named as the verb that does it; `settle`: what waited for a name was written when that became clear. */
export const OPERATION_KINDS = [
  'import',
  'correct',
  'retract',
  'withdraw',
  'archive',
  'restore',
  'merge',
  'unmerge',
  'split',
  'judge',
  'add-alias',
  'remove-alias',
  'define-predicate',
  'decide',
  'settle',
  'retire',
  'undo',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** What an operation did to a claim. `moved`: it speaks of another entity now; `archived`: what it supports is out of sight, unless another claim supports it. */
export const HOWS = ['added', 'withdrawn', 'restored', 'moved', 'archived', 'unarchived'] as const;
export type How = (typeof HOWS)[number];
