/** problem+json (RFC 9457), both ways. */
import { z } from 'zod';
import { ERRORS, type ErrorCode, PalimpsestError, type Problem } from '../errors.ts';
import { issue } from './replies.ts';

export const PROBLEM_TYPE = 'application/problem+json';

export const problemSchema = z
  .strictObject({
    type: z.string().describe('URI of the code.'),
    title: z.string().describe('What the code means.'),
    status: z.number().int().describe('HTTP status.'),
    detail: z.string().describe('What failed, in which field, and what to do; for people.'),
    code: z.enum(Object.keys(ERRORS) as ErrorCode[]).describe('To branch on.'),
    retryable: z.boolean().describe('The same request may succeed later; see Retry-After.'),
    operation: z.string().exactOptional().describe('Verb that failed.'),
    issues: z.array(issue).exactOptional().describe('What is wrong, by field.'),
    details: z.record(z.string(), z.unknown()).exactOptional().describe('What a program may want to know of it.'),
    requestId: z.string().exactOptional().describe('Names the request in the log of the server.'),
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
