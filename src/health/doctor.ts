import { isPalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { DoctorReport, Finding } from '../palimpsest.ts';
import { auditDependents } from './dependents.ts';
import { auditPredicates } from './predicates.ts';
import { prefixOf } from './prefix.ts';
import { auditRivals } from './rivals.ts';
import { auditTimelines } from './timelines.ts';

type Found = Omit<Finding, 'invariant'>;
type Audit = (graph: Graph, namespace: string | null, limit: number) => Promise<Found[]>;

/** A store this broken is not mended finding by finding. */
const MOST = 1_000;
/** Writers go on meanwhile, so a finding counts only if it is still there when looked at again. */
const LOOKS = 3;

const procedure =
  (name: string): Audit =>
  (graph, namespace, limit) =>
    graph.call<Found>(name, { prefix: prefixOf(namespace), limit });

/** The invariants that can be audited so far, each with what finds its violations. */
const CHECKS: readonly { readonly invariant: string; readonly means: string; readonly audits: readonly Audit[] }[] = [
  {
    invariant: 'I1',
    means: 'a slot holds at most one fact at any instant, as known at any time',
    audits: [procedure('audit/i1-one-fact-at-a-time')],
  },
  {
    invariant: 'I2',
    means: 'no interval is empty',
    audits: [procedure('audit/i2-facts'), procedure('audit/i2-claims')],
  },
  {
    invariant: 'I3',
    means: 'the stored timeline is what the fold makes of the live claims',
    audits: [procedure('audit/i3-slots'), procedure('audit/i3-facts'), procedure('audit/i3-claims'), auditPredicates, auditTimelines],
  },
  { invariant: 'I4', means: 'the claims of a subject have one order of arrival', audits: [procedure('audit/i4-order-of-arrival')] },
  {
    invariant: 'I5',
    means: 'SUPERSEDES leads back in time, within one slot, and names its reason',
    audits: [procedure('audit/i5-supersedes'), procedure('audit/i5-neighbours')],
  },
  {
    invariant: 'I6',
    means: 'every alias reaches an entity, and every merged one the live one it became',
    audits: [procedure('audit/i6-aliases'), procedure('audit/i6-redirects'), procedure('audit/i6-claims')],
  },
  { invariant: 'I7', means: 'what holds by other facts holds as long as they do', audits: [auditDependents] },
  {
    invariant: 'I8',
    means: 'what was acknowledged once has one effect',
    audits: [
      procedure('audit/i8-claims'),
      procedure('audit/i8-statements'),
      procedure('audit/i8-keys'),
      procedure('audit/i8-reviews'),
      procedure('audit/i8-frozen'),
      auditRivals,
    ],
  },
  { invariant: 'I9', means: 'nothing crosses a namespace', audits: [procedure('audit/i9-nodes'), procedure('audit/i9-relationships')] },
  {
    invariant: 'I11',
    means: 'CURRENT, RELATES and VALUE lead where the facts say',
    audits: [procedure('audit/i11-current'), procedure('audit/i11-relates'), procedure('audit/i11-values')],
  },
  {
    invariant: 'I12',
    means: 'what ended, was withdrawn or was taken back names what did it',
    audits: [procedure('audit/i12-facts'), procedure('audit/i12-claims'), procedure('audit/i12-operations')],
  },
];

/** Audits the invariants of one namespace, or with null of the whole store. Changes nothing. */
export async function doctor(graph: Graph, namespace: string | null): Promise<DoctorReport> {
  const checks: DoctorReport['checks'][number][] = [];
  const findings: Finding[] = [];
  for (const { invariant, means, audits } of CHECKS) {
    const found: Finding[] = [];
    for (const audit of audits) {
      // what a finding is about may have lost its id
      found.push(...(await confirmed(graph, namespace, audit)).map((f) => ({ ...f, subject: f.subject ?? '?', invariant })));
    }
    checks.push({ invariant, means, findings: found.length });
    findings.push(...found);
  }
  return { checks, findings, ok: findings.length === 0 };
}

/** What is deleted while a server reads it comes back without its properties, or as an error; it isn't there at the next look. */
async function looked(graph: Graph, namespace: string | null, audit: Audit): Promise<Found[]> {
  for (let look = 1; ; look++) {
    try {
      return await audit(graph, namespace, MOST);
    } catch (error) {
      const torn = !graph.engine.capabilities.snapshots && isPalimpsestError(error) && error.code === 'internal';
      if (!torn || look === LOOKS) throw error;
    }
  }
}

async function confirmed(graph: Graph, namespace: string | null, audit: Audit): Promise<Found[]> {
  let found = await looked(graph, namespace, audit);
  for (let look = 1; found.length > 0 && look < LOOKS; look++) {
    const again = new Set((await looked(graph, namespace, audit)).map(asText));
    found = found.filter((f) => again.has(asText(f)));
  }
  return found;
}

const asText = ({ namespace, subject, problem }: Found): string => `${namespace}\n${subject}\n${problem}`;
