import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { readSettings } from '../../config/config.ts';
import { loadStory, type Story } from '../../demo/story.ts';
import { type Answer, answer, StoryClock, type Told, tell } from '../../demo/tell.ts';
import { examples } from '../options.ts';
import type { Paint } from '../output.ts';
import {
  type Cli,
  type GlobalOptions,
  notes,
  outputOf,
  overrides,
  refuseUrl,
  type StoreOptions,
  storeOptions,
  unknownSetting,
} from '../session.ts';
import { when } from '../text.ts';
import { answerText, commandOf, endText, introText, toldText } from '../views/story.ts';

export function demoCommand(program: Command, cli: Cli): void {
  program
    .command('demo')
    .summary('a story that shows what it does')
    .description('Tells eight months of a life to an empty store in memory, then asks it questions. Nothing to set up, nothing kept.')
    .addHelpText(
      'after',
      examples(
        ['demo', 'In memory, in a few seconds'],
        ['demo --store neo4j://localhost', 'In a fresh namespace of a Neo4j server, to look at afterwards'],
        ['demo --json', 'The answers as one JSON document'],
      ),
    )
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const output = outputOf(cli, options);
      // the story is about days, and its ids are of no use afterwards
      const paint: Paint = { ...output.paint, when: (instant) => when(instant).slice(0, 10), id: () => '' };
      const narrate = (text: string) => (output.json ? undefined : cli.io.out(`${text}\n`));
      const story = await loadStory();
      const clock = new StoryClock();
      const namespace = `demo-${randomBytes(4).toString('hex')}`;
      const store = await cli.open({ ...target(cli, options), clock: clock.read });
      try {
        narrate(introText(paint, story));
        const told: Told[] = [];
        for await (const step of tell(store, namespace, story, clock)) {
          told.push(step);
          narrate(toldText(paint, step));
        }
        const answers: Answer[] = [];
        for (const question of story.questions) {
          const found = await answer(store, namespace, story.subject, question);
          answers.push(found);
          narrate(answerText(paint, story.subject, found));
        }
        output.show(document(story, namespace, told, answers), (paint) =>
          endText(paint, story, options.store === undefined ? undefined : namespace),
        );
      } finally {
        await store.close();
      }
    });
}

/** Only a store named in the command is used: a demo must not write to one that is merely configured. */
function target(cli: Cli, options: GlobalOptions): StoreOptions {
  if (options.store === undefined && options.url === undefined) return { store: 'memory:' };
  const settings = readSettings(overrides(options), process.env, unknownSetting(notes(cli, options)));
  // the story has a clock of its own
  refuseUrl(settings, 'demo');
  return storeOptions(settings);
}

function document(story: Story, namespace: string, told: readonly Told[], answers: readonly Answer[]): unknown {
  return {
    namespace,
    steps: told.map(({ step, results, holds }) => ({ at: step.at, who: step.who, says: step.says, results, holds })),
    answers: answers.map((found) => ({ question: found.question.title, command: commandOf(story.subject, found), result: found.result })),
  };
}
