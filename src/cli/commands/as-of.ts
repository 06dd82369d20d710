import type { Command } from 'commander';
import type { Qualifiers } from '../../domain/fact.ts';
import { examples, given, QUALIFIER, toQualifiers } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { showFacts } from './current.ts';

interface Options {
  readonly knownAt?: string;
  readonly qualifier?: Qualifiers;
}

export function asOfCommand(program: Command, cli: Cli): void {
  program
    .command('as-of')
    .summary('what was true then, or what was known then')
    .description('What was true at a moment, by all that is known today, or by what was known at another moment.')
    .argument('<when>', 'a date, an instant with offset, or "now"')
    .argument('<subject>', 'an id such as user:ada, or the name or alias of a known entity')
    .argument('[predicates...]', 'only these (default: all)')
    .option('--known-at <date>', 'by what the store knew then (default: by all it knows)')
    .option(...QUALIFIER, toQualifiers)
    .addHelpText(
      'after',
      examples(
        ['as-of 2024-06-01 user:ada', 'What was true then, as far as is known today'],
        ['as-of 2024-06-01 user:ada lives_in --known-at 2024-06-02', 'What would have been answered on 2 June'],
        ['as-of now user:ada --known-at 2025-01-01', 'What a reader of last year would believe of today'],
      ),
    )
    .action((moment: string, subject: string, predicates: string[], options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const page = await store.asOf(
          namespace,
          given({
            subject,
            predicate: predicates.length > 0 ? predicates : undefined,
            qualifiers: options.qualifier,
            asOf: moment === 'now' ? undefined : moment,
            knownAt: options.knownAt,
          }),
        );
        const known = options.knownAt === undefined ? '' : `, as known at ${options.knownAt},`;
        showFacts(output, page, [], subject, predicates, `${moment === 'now' ? 'now' : `at ${moment}`}${known}`);
        return undefined;
      }),
    );
}
