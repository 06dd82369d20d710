import { writeOptionsSchema } from '../contract/candidate.ts';
import { parse } from '../contract/check.ts';
import { judgeSchema } from '../contract/identity.ts';
import { keyOf } from '../domain/keys.ts';
import { iso } from '../domain/time.ts';
import { invalidInput } from '../errors.ts';
import type { Graph } from '../graph.ts';
import type { JudgeInput, Judgement, WriteOptions } from '../palimpsest.ts';
import { idAsSaid } from '../registry/decide.ts';
import type { Names } from '../registry/whom.ts';
import { Change } from '../truth/change.ts';
import { digestOf } from '../truth/ids.ts';
import { once, operationOf } from '../truth/operate.ts';
import { type Judged, writeJudgements } from './ledger.ts';

/** Writes into the ledger what is held of two entities. */
export async function judge(
  graph: Graph,
  { whom }: Names,
  namespace: string,
  input: JudgeInput,
  options: WriteOptions = {},
): Promise<Judgement> {
  const i = parse(judgeSchema, input, 'judge');
  const { idempotencyKey } = parse(writeOptionsSchema, options, 'judge', 'options');
  const about = operationOf({ namespace, kind: 'judge', input: i, statement: i, idempotencyKey });
  return once<Judgement>(graph, about, async () => {
    const [a, b] = [await whom.require(namespace, i.a, 'judge', 'a'), await whom.require(namespace, i.b, 'judge', 'b')];
    if (a.id === b.id && i.verdict === 'not_same')
      throw invalidInput('judge', [
        { path: 'b', message: 'is one with a now', next: 'unmerge them with verdict not_same, or split the entity' },
      ]);
    const [one, other] = [idAsSaid(a), idAsSaid(b)];
    if (one === other) throw invalidInput('judge', [{ path: 'b', message: 'is the same entity as a', next: 'name two' }]);
    const { verdict, by = null, score = null, rule = null, reason = null } = i;
    const said = { id: `j_${digestOf([about.id])}`, a: one, b: other, verdict, by, score, rule, reason, operationId: null };
    const concerned = [keyOf(namespace, one), keyOf(namespace, other)];
    return Change.operate(graph, about, concerned, async (change) => {
      change.journal.about(concerned);
      const judged: Judged = { ...said, at: change.at };
      await writeJudgements(change.call, namespace, [judged]);
      return { ...said, at: iso(change.at) };
    });
  });
}
