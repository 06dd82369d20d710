import { Argument, type Command, InvalidArgumentError } from 'commander';
import { ANSWERS } from '../../domain/review.ts';
import type { Review, ReviewDecision, ReviewMeaning } from '../../palimpsest.ts';
import { examples, given, toList } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { reviewText } from '../views/review.ts';

type Field = 'subject' | 'value';
interface Options {
  readonly subject?: string;
  readonly value?: string;
  readonly new?: readonly Field[];
  readonly until?: string;
  readonly by?: string;
  readonly reason?: string;
}

export function decideCommand(program: Command, cli: Cli): void {
  program
    .command('decide')
    .summary('answer a question')
    .description(
      'Decides a review. Accepted, what was said is so, as of when it was said; rejected, it is not believed, and withdrawn where it was stored; deferred, it waits. undo takes a decision back.',
    )
    .argument('<id>', 'the id of a review; reviews shows them')
    .addArgument(new Argument('<decision>', 'what to do').choices([...ANSWERS]))
    .option('--subject <id>', 'with accept: the entity that the subject is')
    .option('--value <id>', 'with accept: the entity that the value is, or the value where one is asked for')
    .option('--new <field>', 'with accept: subject or value is a new entity, none of those known (repeatable)', toField)
    .option('--until <time>', 'with defer: when it is asked again')
    .option('--by <name>', 'who decides')
    .option('--reason <text>', 'kept with the decision')
    .addHelpText(
      'after',
      examples(
        ['decide REVIEW_ID accept --value org:acme', 'This one is meant'],
        ['decide REVIEW_ID accept --new value', 'Another one of that name'],
        ['decide REVIEW_ID reject --by ada --reason "a joke"', 'Not to be believed'],
        ['decide REVIEW_ID defer --until 2031-09-01', 'Asked again then'],
        ['decide REVIEW_ID undo --reason "the other Acme"', 'As if nobody had decided'],
      ),
    )
    .action((id: string, decision: ReviewDecision['decision'], options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const asked = decision === 'accept' ? (await store.review(namespace, id)).questions : [];
        const { until, by, reason } = options;
        const means = given({ subject: meaning('subject', options, asked), value: meaning('value', options, asked) });
        const review = await store.decideReview(namespace, id, { decision, ...means, ...given({ until, by, reason }) });
        output.show(review, (paint) => reviewText(paint, review));
        return undefined;
      }),
    );
}

const toField = (text: string, before: readonly string[] | undefined): readonly string[] => {
  if (text !== 'subject' && text !== 'value') throw new InvalidArgumentError('Give subject or value.');
  return toList(text, before);
};

function meaning(field: Field, options: Options, questions: Review['questions']): ReviewMeaning | undefined {
  const text = options[field];
  const made = options.new?.includes(field) === true ? ({ new: true } as const) : {};
  if (text === undefined) return 'new' in made ? made : undefined;
  const isValue = questions.find((q) => q.field === field)?.asks === 'value';
  return { ...made, ...(isValue ? { value: text } : { entity: text }) };
}
