/** Taking things back: it ended, it was never true, it was otherwise, it is unused. */
import { archiveSchema, correctSchema, retractSchema, withdrawSchema } from '../contract/candidate.ts';
import { answering, asIs, inBody, NAMESPACE, ONCE, type Shape } from './parts.ts';
import * as reply from './replies-amend.ts';
import type { Codec, Route } from './wire.ts';

const shared = { method: 'POST', tag: 'amend', params: { namespace: NAMESPACE }, query: {}, headers: ONCE } as const;

const retractShape: Shape = {
  ...shared,
  id: 'retract',
  path: '/v1/{namespace}/retractions',
  summary: 'It ended',
  description: 'Says that a fact stopped being so at `at` (default: now). At or before its start, the fact is withdrawn instead.',
  body: { schema: retractSchema, example: { subject: 'user:ada', predicate: 'works_at', at: '2026-05-01', reason: 'she left' } },
  reply: reply.retractReply,
  errors: ['not_found', 'conflict', 'refused', 'key_reused', 'restricted'],
};
export const retract: Codec<'retract'> = { ...inBody('retract', retractShape), ...asIs<'retract'>() };

const withdrawShape: Shape = {
  ...shared,
  id: 'withdraw',
  path: '/v1/{namespace}/withdrawals',
  summary: 'It was never true',
  description: 'Withdraws one claim, or every claim that supports a fact; what was there before is back, exactly.',
  body: { schema: withdrawSchema, example: { factId: 'f-01', reason: 'that was about somebody else' } },
  reply: reply.operationReply,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const withdraw: Codec<'withdraw'> = { ...inBody('withdraw', withdrawShape), ...asIs<'withdraw'>() };

const correctShape: Shape = {
  ...shared,
  id: 'correct',
  path: '/v1/{namespace}/corrections',
  summary: 'It was never true; this was',
  description: 'Withdraws the claims of a fact and says another value for the same stretch of time, in one operation.',
  body: { schema: correctSchema, example: { factId: 'f-01', value: 'Globex', reason: 'misheard' } },
  reply: reply.operationReply,
  errors: ['not_found', 'conflict', 'refused', 'key_reused', 'restricted'],
};
export const correct: Codec<'correct'> = { ...inBody('correct', correctShape), ...asIs<'correct'>() };

const archiveShape: Shape = {
  ...shared,
  id: 'archive',
  path: '/v1/{namespace}/archivals',
  summary: 'It is unused',
  description:
    'Puts a fact out of sight, until it is told anew or restored: `current`, `list`, `neighbours` and `paths` leave it out. What was true, and what holds by it, is as before.',
  body: { schema: archiveSchema, example: { factId: 'f-01', reason: 'not asked for in a year' } },
  reply: reply.operationReply,
  errors: ['not_found', 'conflict', 'key_reused', 'restricted'],
};
export const archive: Codec<'archive'> = { ...inBody('archive', archiveShape), ...asIs<'archive'>() };

const restoreShape: Shape = {
  ...archiveShape,
  id: 'restore',
  path: '/v1/{namespace}/restorations',
  summary: 'It is needed again',
  description: 'Brings an archived fact back in sight.',
  body: { schema: archiveSchema, example: { factId: 'f-01' } },
};
export const restore: Codec<'restore'> = { ...inBody('restore', restoreShape), ...asIs<'restore'>() };

export const routes: readonly Route[] = [
  answering(retractShape, 'retract', retract),
  answering(withdrawShape, 'withdraw', withdraw),
  answering(correctShape, 'correct', correct),
  answering(archiveShape, 'archive', archive),
  answering(restoreShape, 'restore', restore),
];
