import type { Command } from 'commander';
import type { Qualifiers } from '../../domain/fact.ts';
import { examples, given, QUALIFIER, toQualifiers } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { plain } from '../text.ts';
import { historyTable } from '../views/history.ts';

interface Options {
  readonly qualifier?: Qualifiers;
}

export function historyCommand(program: Command, cli: Cli): void {
  program
    .command('history')
    .summary('every version, and everything that was said')
    .description('Every version of one predicate of a subject in order, each with the claims it rests on and what became of them.')
    .argument('<subject>', 'an id such as user:ada, or the name or alias of a known entity')
    .argument('<predicate>', 'its name or an alias')
    .option(...QUALIFIER, toQualifiers)
    .addHelpText(
      'after',
      examples(
        ['history user:ada works_at', 'All employers, and who said so'],
        ['history user:ada editor -q repo=api', 'Only what was said about one repository'],
        ['history user:ada plan --json', 'The same as one JSON document'],
      ),
    )
    .action((subject: string, predicate: string, options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const history = await store.history(namespace, given({ subject, predicate, qualifiers: options.qualifier }));
        const isEmpty = history.facts.length === 0 && history.claims.length === 0;
        output.show(history, (paint) =>
          isEmpty ? plain(`Nothing was ever said about ${subject} ${predicate}.`) : historyTable(paint, history),
        );
        return undefined;
      }),
    );
}
