import type { Command } from 'commander';
import { invalidInput } from '../../errors.ts';
import type { OperationReply } from '../../palimpsest.ts';
import { BY, examples, given, KEY } from '../options.ts';
import type { Output } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { count, joined, plain } from '../text.ts';
import { movedOnLines } from '../views/operations.ts';

interface Options {
  readonly key?: string;
  readonly claim?: string;
  readonly by?: string;
  readonly reason?: string;
}

export function withdrawCommand(program: Command, cli: Cli): void {
  program
    .command('withdraw')
    .summary('it was never true')
    .description(
      'Takes back a claim, or every claim a fact rests on, as never true. What the claim had displaced is back exactly as it was.',
    )
    .argument('[fact]', 'the id of a fact: all its claims go')
    .option('--claim <id>', 'only this claim; history and why show the ids')
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .option(...KEY)
    .addHelpText(
      'after',
      examples(
        ['withdraw --claim CLAIM_ID --reason "said of another Ada"', 'One statement; what it had replaced holds again'],
        ['withdraw FACT_ID', 'All that supports a fact'],
      ),
    )
    .action((factId: string | undefined, options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        if ((factId === undefined) === (options.claim === undefined)) {
          throw invalidInput('withdraw', [
            { path: 'fact', message: 'give the id of a fact or --claim ID, one of them', next: 'palimpsest history shows both' },
          ]);
        }
        const reply = await store.withdraw(
          namespace,
          given({ factId, claimId: options.claim, by: options.by, reason: options.reason }),
          given({ idempotencyKey: options.key }),
        );
        showOperation(output, reply, 'withdrawn', 'no longer believed; what it had displaced is back');
        return undefined;
      }),
    );
}

export function showOperation(output: Output, reply: OperationReply, done: string, says: string): void {
  output.show(reply, (paint) => {
    const effects = joined(
      `${count(reply.changed.length, 'fact')} changed`,
      reply.currentChanged ? 'what holds now has changed' : 'what holds now is as before',
    );
    const ids = joined(reply.claimId !== null && `claim ${reply.claimId}`, `operation ${reply.operationId}`);
    const head = [`${paint.green(done)} — ${says}`, paint.dim(`  ${effects}`)];
    return [...head, ...movedOnLines(paint, reply.movedOn), paint.dim(`  ${plain(ids)}`)].join('\n');
  });
}
