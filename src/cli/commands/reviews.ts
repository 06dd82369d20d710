import { type Command, Option } from 'commander';
import { REVIEW_KINDS, REVIEW_STATES, type ReviewKind, type ReviewState } from '../../domain/review.ts';
import { examples, given, toNumber } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { reviewsText, reviewText } from '../views/review.ts';

interface Options {
  readonly state?: ReviewState;
  readonly kind?: ReviewKind;
  readonly subject?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export function reviewsCommand(program: Command, cli: Cli): void {
  program
    .command('reviews')
    .summary('what waits for a decision')
    .description(
      'Questions for a person, the oldest first: what was said and is not stored yet, as it is not clear whom or what it means; what stands against what holds; and what a merge or split left open.',
    )
    .addOption(
      new Option(
        '--state <state>',
        'those in this state; open unless given (moot: it became clear, or was settled, by something else)',
      ).choices([...REVIEW_STATES]),
    )
    .addOption(new Option('--kind <kind>', 'only of this kind').choices([...REVIEW_KINDS]))
    .option('--subject <id>', 'only what is about this entity, or may be')
    .option('--limit <number>', 'reviews a page, at most 500', toNumber(20))
    .option('--cursor <cursor>', 'where the last page ended')
    .addHelpText(
      'after',
      examples(
        ['reviews', 'All that is open'],
        ['reviews --subject org:acme', 'What may be about one entity'],
        ['reviews --state rejected --json', 'What was not believed'],
      ),
    )
    .action((options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const page = await store.reviews(namespace, given({ ...options }));
        output.show(page, (paint) => reviewsText(paint, page));
        return undefined;
      }),
    );
}

export function reviewCommand(program: Command, cli: Cli): void {
  program
    .command('review')
    .summary('one question')
    .description('What was said, what it may mean or stands against, and what was decided.')
    .argument('<id>', 'the id of a review; reviews shows them')
    .addHelpText('after', examples(['review REVIEW_ID', 'With the command that answers it']))
    .action((id: string, _: unknown, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const review = await store.review(namespace, id);
        output.show(review, (paint) => reviewText(paint, review));
        return undefined;
      }),
    );
}
