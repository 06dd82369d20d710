import { type Command, InvalidArgumentError } from 'commander';
import { RETIRE_POLICIES, RETIRE_SIDES, type RetirePolicy, type RetireSide } from '../../domain/retire.ts';
import { examples, given, KEY } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { retireText } from '../views/retire.ts';

interface RetireOptions {
  readonly at?: string;
  readonly replacement?: string;
  readonly policy?: Policies;
  readonly dryRun?: true;
  readonly operation?: string;
  readonly by?: string;
  readonly reason?: string;
  readonly key?: string;
}
type Policies = Readonly<Record<string, { readonly [S in RetireSide]?: RetirePolicy }>>;

export function retireCommand(program: Command, cli: Cli): void {
  program
    .command('retire')
    .summary('an entity is no more: end what hangs on it')
    .description(
      'Facts that name it as value end, or go on with a replacement; facts about itself stay; what holds by a fact that ends, ends too. One operation, and --dry-run shows it first.',
    )
    .argument('<entity>', 'id, name or alias')
    .option('--at <date>', 'when it stopped; default: now')
    .option('--replacement <entity>', 'who takes its place')
    .option(
      '--policy <predicate.side=policy>',
      `what becomes of the facts of a predicate: ${RETIRE_POLICIES.join(', ')}; such as works_at.value=review (repeatable)`,
      toPolicies,
    )
    .option('--dry-run', 'show what would be done, and do nothing')
    .option('--operation <id>', 'go on with a retirement that was cut off; doctor names it')
    .option('--by <name>', 'who decides')
    .option('--reason <text>', 'kept with the operation')
    .option(...KEY)
    .addHelpText(
      'after',
      examples(
        ['retire Globex --at 2026-05-01 --reason "I left" --dry-run', 'What would end'],
        ['retire Globex --replacement Acme', 'Whoever works at one works at the other'],
        ['retire Globex --policy works_at.value=review', 'Let a person decide on each'],
      ),
    )
    .action((entity: string, options: RetireOptions, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { key, operation, policy, ...act } = options;
        const input = given({ ...act, policies: policy, operationId: operation });
        const reply = await store.retire(namespace, entity, input, given({ idempotencyKey: key }));
        output.show(reply, (paint) => retireText(paint, reply));
        return undefined;
      }),
    );
}

export function toPolicies(text: string, before: Policies | undefined): Policies {
  const [, predicate = '', side, policy] = /^(.+)\.(\w+)=(\w+)$/.exec(text) ?? [];
  const onSide = RETIRE_SIDES.find((s) => s === side);
  const becomes = RETIRE_POLICIES.find((p) => p === policy);
  if (onSide === undefined || becomes === undefined)
    throw new InvalidArgumentError(
      `Give PREDICATE.SIDE=POLICY, such as works_at.value=review; a policy is one of ${RETIRE_POLICIES.join(', ')}.`,
    );
  return { ...before, [predicate]: { ...before?.[predicate], [onSide]: becomes } };
}
