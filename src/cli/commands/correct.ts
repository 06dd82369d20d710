import type { Command } from 'commander';
import type { ClaimSource } from '../../domain/fact.ts';
import { BY, examples, FROM, given, KEY, SOURCE, TO, toSource } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { showOperation } from './withdraw.ts';

interface Options {
  readonly key?: string;
  readonly from?: string;
  readonly to?: string;
  readonly by?: string;
  readonly reason?: string;
  readonly source?: ClaimSource;
}

export function correctCommand(program: Command, cli: Cli): void {
  program
    .command('correct')
    .summary('it was never true; this was')
    .description('Replaces the value of a fact that was never true, over the time it was held. For a value that changed, use remember.')
    .argument('<fact>', 'the id of the fact; current and history show it')
    .argument('<value>', 'what is true instead')
    .option(...FROM)
    .option(...TO)
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .option(...SOURCE, toSource)
    .option(...KEY)
    .addHelpText(
      'after',
      examples(
        ['correct FACT_ID "Ada Lovelace" --reason "typing error"', 'Another value for the same time'],
        ['correct FACT_ID Acme --from 2024-02', 'The start was wrong as well'],
      ),
    )
    .action((factId: string, value: string, options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { from, to, by, reason, source, key } = options;
        const reply = await store.correct(
          namespace,
          { factId, value, ...given({ validFrom: from, validTo: to, by, reason, source }) },
          given({ idempotencyKey: key }),
        );
        showOperation(output, reply, 'corrected', 'the former value is withdrawn as never true');
        return undefined;
      }),
    );
}
