/** problem+json (RFC 9457), both ways. */
import { z } from 'zod';
import { ERRORS, type ErrorCode, PalimpsestError, type Problem } from '../errors.ts';
import { issue } from './replies.ts';

export const PROBLEM_TYPE = 'application/problem+json';

export const problemSchema = z
  .strictObject({
    type: z.string().meta({ description: 'URI of the code' }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().meta({ description: 'what failed, in which field, and what to do; for people' }),
    code: z.enum(Object.keys(ERRORS) as ErrorCode[]),
    retryable: z.boolean().meta({ description: 'the same request may succeed later; see Retry-After' }),
    operation: z.string().exactOptional(),
    issues: z.array(issue).exactOptional(),
    details: z.record(z.string(), z.unknown()).exactOptional(),
    requestId: z.string().exactOptional(),
  })
  .meta({ id: 'Problem' }) satisfies z.ZodType<Problem>;

/** What a client needs of one; a newer server may say more. */
const { code, detail, operation, issues, details, requestId } = problemSchema.shape;
const received = z.looseObject({ code, detail, operation, issues, details, requestId });

/** The error that the server's store threw; null for what isn't a problem of ours (a proxy's page, say). */
export function errorOf(body: unknown): PalimpsestError | null {
  const parsed = received.safeParse(body);
  if (!parsed.success) return null;
  const { code, detail, operation, issues, details, requestId } = parsed.data;
  return new PalimpsestError(code, detail, {
    ...(operation !== undefined && { operation }),
    ...(issues !== undefined && { issues }),
    ...(details !== undefined && { details }),
    ...(requestId !== undefined && { requestId }),
  });
}
