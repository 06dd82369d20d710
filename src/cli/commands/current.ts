import type { Command } from 'commander';
import type { Fact, Qualifiers } from '../../domain/fact.ts';
import type { FactPage } from '../../palimpsest.ts';
import { examples, given, QUALIFIER, toQualifiers } from '../options.ts';
import type { Output } from '../output.ts';
import { type Cli, type Session, withStore } from '../session.ts';
import { plain } from '../text.ts';
import { comingLines, factsTable, hiddenLine } from '../views/facts.ts';

interface Options {
  readonly qualifier?: Qualifiers;
}

export function currentCommand(program: Command, cli: Cli): void {
  program
    .command('current')
    .summary('what is true now')
    .description('What is true now of a subject, and a count of what that answer leaves out.')
    .argument('<subject>', 'an id such as user:ada, or the name or alias of a known entity')
    .argument('[predicates...]', 'only these (default: all)')
    .option(...QUALIFIER, toQualifiers)
    .addHelpText(
      'after',
      examples(
        ['current user:ada', 'Everything that holds now'],
        ['current user:ada works_at lives_in', 'Two predicates'],
        ['current Globex employs', 'From the other side: whose works_at it is'],
        ['current user:ada editor -q repo=api', 'In one repository; a general fact answers where no special one exists'],
      ),
    )
    .action((subject: string, predicates: string[], options: Options, command: Command) =>
      withStore(cli, command, async (session) => {
        const filter = predicates.length > 0 ? { predicate: predicates } : {};
        const page = await session.store.current(session.namespace, given({ subject, ...filter, qualifiers: options.qualifier }));
        const scheduled = page.hidden.scheduled > 0 && !session.output.json ? await scheduledFacts(session, subject, predicates) : [];
        showFacts(session.output, page, scheduled, subject, predicates, 'now');
        return undefined;
      }),
    );
}

async function scheduledFacts({ store, namespace }: Session, subject: string, predicates: readonly string[]): Promise<readonly Fact[]> {
  const filter = predicates.length > 0 ? { predicate: predicates } : {};
  return (await store.list(namespace, { subject, ...filter, status: 'scheduled' })).facts;
}

export function showFacts(
  output: Output,
  page: FactPage,
  scheduled: readonly Fact[],
  subject: string,
  predicates: readonly string[],
  moment: string,
): void {
  output.show(page, (paint) => {
    const what = [subject, predicates.join(', ')].filter((part) => part !== '').join(' ');
    const body =
      page.facts.length === 0
        ? plain(`Nothing holds ${moment} for ${what}.`)
        : factsTable(paint, page.facts, scheduled, predicates.length > 0 ? subject : undefined);
    const footer = [...comingLines(paint, page.facts, scheduled), hiddenLine(page.hidden, subject, predicates, moment === 'now')].filter(
      (line) => line !== '',
    );
    return [body, ...footer.map((line) => paint.dim(line))].join('\n');
  });
}
