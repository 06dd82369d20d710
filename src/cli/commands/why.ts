import type { Command } from 'commander';
import type { Qualifiers } from '../../domain/fact.ts';
import { PalimpsestError } from '../../errors.ts';
import { examples, given, needsPredicate, QUALIFIER, toQualifiers } from '../options.ts';
import { type Cli, type Session, withStore } from '../session.ts';
import { shellWord } from '../views/facts.ts';
import { whyText } from '../views/why.ts';

interface Options {
  readonly qualifier?: Qualifiers;
}

export function whyCommand(program: Command, cli: Cli): void {
  program
    .command('why')
    .summary('what a fact rests on')
    .description('Why a fact is held: the claims it rests on, what it took over from, what speaks against it, and what was done to it.')
    .argument('<fact-or-subject>', 'the id of a fact; or a subject, followed by a predicate')
    .argument('[predicate]', 'explains what holds of it now')
    .option(...QUALIFIER, toQualifiers)
    .addHelpText(
      'after',
      examples(
        ['why user:ada works_at', 'Why this employer'],
        ['why FACT_ID', 'One fact, also an old one; current, history and as-of show the ids'],
        ['why user:ada works_at --json', 'The same as one JSON document, a list of answers'],
      ),
    )
    .action((target: string, predicate: string | undefined, options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        if (predicate === undefined) needsPredicate('why', target);
        const ids = predicate === undefined ? [target] : await currentIds({ store, namespace }, target, predicate, options.qualifier);
        const answers = await Promise.all(ids.map((id) => store.why(namespace, id)));
        output.show(predicate === undefined ? answers[0] : answers, (paint) => answers.map((why) => whyText(paint, why)).join('\n\n'));
        return undefined;
      }),
    );
}

async function currentIds(
  { store, namespace }: Pick<Session, 'store' | 'namespace'>,
  subject: string,
  predicate: string,
  qualifiers: Qualifiers | undefined,
): Promise<string[]> {
  const { facts } = await store.current(namespace, given({ subject, predicate, qualifiers }));
  if (facts.length > 0) return facts.map((fact) => fact.id);
  const history = `palimpsest history ${shellWord(subject)} ${shellWord(predicate)}`;
  throw new PalimpsestError('not_found', `nothing of that holds now — give the id of a fact from ${history}`, { operation: 'why' });
}
