import type { Command } from 'commander';
import { BY, examples, given, KEY } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { showOperation } from './withdraw.ts';

interface Options {
  readonly key?: string;
  readonly by?: string;
  readonly reason?: string;
}

export const archiveCommand = (program: Command, cli: Cli): void =>
  visibilityCommand(program, cli, {
    verb: 'archive',
    summary: 'it is unused: out of sight',
    description:
      'Puts a fact out of sight until it is told anew or restored: current, list, neighbours and paths leave it out. What was true, and what holds by it, is as before.',
    example: ['archive FACT_ID --reason "not asked for in a year"', 'Out of sight; list --visibility archived shows it'],
    done: 'archived',
    says: 'out of sight; restore brings it back, and so does telling it anew',
  });

export const restoreCommand = (program: Command, cli: Cli): void =>
  visibilityCommand(program, cli, {
    verb: 'restore',
    summary: 'it is needed again: back in sight',
    description: 'Brings an archived fact back in sight. list --visibility archived shows which there are.',
    example: ['restore FACT_ID', 'Current again, if it still holds'],
    done: 'restored',
    says: 'back in sight',
  });

interface Words {
  readonly verb: 'archive' | 'restore';
  readonly summary: string;
  readonly description: string;
  readonly example: readonly [string, string];
  readonly done: string;
  readonly says: string;
}

function visibilityCommand(program: Command, cli: Cli, { verb, summary, description, example, done, says }: Words): void {
  program
    .command(verb)
    .summary(summary)
    .description(description)
    .argument('<fact>', 'the id of a fact')
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .option(...KEY)
    .addHelpText('after', examples(example))
    .action((factId: string, options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const input = { factId, ...given({ by: options.by, reason: options.reason }) };
        showOperation(output, await store[verb](namespace, input, given({ idempotencyKey: options.key })), done, says);
        return undefined;
      }),
    );
}
