import { type Command, Option } from 'commander';
import { OPERATION_KINDS, type OperationKind } from '../../domain/operation.ts';
import { BY, examples, given, KEY, toNumber } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { operationsText, operationText, undoText } from '../views/operations.ts';

interface Options {
  readonly kind?: OperationKind;
  readonly about?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export function operationsCommand(program: Command, cli: Cli): void {
  program
    .command('operations')
    .summary('what was done on purpose')
    .description('Every correction, retraction, merge, import and so on, with who did it, when and why; the newest first.')
    .addOption(new Option('--kind <kind>', 'only of this kind').choices([...OPERATION_KINDS]))
    .option('--about <id>', 'only what changed this entity or fact: id, name or alias')
    .option('--since <time>', 'only what was done from then on')
    .option('--limit <number>', 'operations a page, at most 500', toNumber(20))
    .option('--cursor <cursor>', 'where the last page ended')
    .addHelpText(
      'after',
      examples(
        ['operations', 'All, the newest first'],
        ['operations --about user:ada --kind correct', 'What was corrected of one entity'],
        ['operations --since 2026-05-01 --json', 'For a script'],
      ),
    )
    .action((options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const page = await store.operations(namespace, given({ ...options }));
        output.show(page, (paint) => operationsText(paint, page));
        return undefined;
      }),
    );
}

export function operationCommand(program: Command, cli: Cli): void {
  program
    .command('operation')
    .summary('one of them, with what it changed')
    .description('Who did what, when and why, and every claim and fact that it changed.')
    .argument('<id>', 'the id of an operation; operations and why show them')
    .addHelpText('after', examples(['operation OPERATION_ID', 'With the command that takes it back']))
    .action((id: string, _: unknown, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const operation = await store.operation(namespace, id);
        output.show(operation, (paint) => operationText(paint, operation));
        return undefined;
      }),
    );
}

export function undoCommand(program: Command, cli: Cli): void {
  program
    .command('undo')
    .summary('take one of them back')
    .description(
      'Exactly: what it added is no longer believed, what it took away is, under the same ids. Refused where something done or told since stands on it. An undo can be undone.',
    )
    .argument('<id>', 'the id of an operation; operations and why show them')
    .option('--dry-run', 'show what would change and what stands on it, and change nothing')
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .option(...KEY)
    .addHelpText(
      'after',
      examples(['undo OPERATION_ID --dry-run', 'What it would do'], ['undo OPERATION_ID', 'As if it had not been done']),
    )
    .action((id: string, options: { dryRun?: true; by?: string; reason?: string; key?: string }, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { key, ...input } = options;
        const reply = await store.undo(namespace, id, given(input), given({ idempotencyKey: key }));
        output.show(reply, (paint) => undoText(paint, reply));
        return undefined;
      }),
    );
}
