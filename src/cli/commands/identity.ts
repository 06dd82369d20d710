import { Argument, type Command } from 'commander';
import { VERDICTS } from '../../contract/identity.ts';
import type { Verdict } from '../../palimpsest.ts';
import { BY, examples, given, KEY, toList } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { howText, judgementText, mergeText, sameText, splitText, unmergeText } from '../views/identity.ts';

interface Act {
  readonly by?: string;
  readonly reason?: string;
  readonly key?: string;
}
const REASON = ['--reason <text>', 'kept with the operation'] as const;

export function mergeCommand(program: Command, cli: Cli): void {
  program
    .command('merge')
    .summary('two entities are one and the same')
    .description(
      'The first becomes a redirect to the second, for ever: its id and its names answer for it. What was told of both is folded together. unmerge takes it back.',
    )
    .argument('<from>', 'the entity that becomes a redirect: id, name or alias')
    .argument('<into>', 'the one that stays')
    .option('--force', 'although the types differ, the cluster is large, or the catalogue has both')
    .option(...BY)
    .option(...REASON)
    .option(...KEY)
    .addHelpText('after', examples(['merge customer:42 user:ada --reason "same mail address"', 'One history from now on']))
    .action((from: string, into: string, options: Act & { readonly force?: true }, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { key, ...act } = options;
        const reply = await store.merge(namespace, { from, into, ...given(act) }, given({ idempotencyKey: key }));
        output.show(reply, (paint) => mergeText(paint, reply));
        return undefined;
      }),
    );
}

export function unmergeCommand(program: Command, cli: Cli): void {
  program
    .command('unmerge')
    .summary('take a merge back')
    .description(
      'Whatever was told of the entity, before or since, is its own again, and the facts are back as they were, under their ids.',
    )
    .argument('[entity]', 'id of the entity that was merged into another')
    .option('--operation <id>', 'the merge; how shows the ids')
    .option('--not-same', 'they are never to be merged again, until somebody judges otherwise')
    .option(...BY)
    .option(...REASON)
    .option(...KEY)
    .addHelpText('after', examples(['unmerge customer:42 --not-same', 'Two again, and kept apart']))
    .action((entity: string | undefined, options: Act & { readonly operation?: string; readonly notSame?: true }, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { key, operation, notSame, ...act } = options;
        const verdict = notSame === true ? ('not_same' as const) : undefined;
        const reply = await store.unmerge(
          namespace,
          given({ entity, operationId: operation, verdict, ...act }),
          given({ idempotencyKey: key }),
        );
        output.show(reply, (paint) => unmergeText(paint, reply));
        return undefined;
      }),
    );
}

export function splitCommand(program: Command, cli: Cli): void {
  program
    .command('split')
    .summary('two were taken for one')
    .description(
      'Gives a new entity the names that mean it, and what was told by them. What was told by id stays, and is put up for review.',
    )
    .argument('<entity>', 'the one that is two: id, name or alias')
    .requiredOption('--mention <name>', 'a name that means the other one (repeatable)', toList)
    .option('--id <id>', 'of the new entity; default: made from its type and name')
    .option('--name <text>', 'what it is called; default: the first mention')
    .option('--type <type>', 'default: the type of the one that is split')
    .option(...BY)
    .option(...REASON)
    .option(...KEY)
    .addHelpText('after', examples(['split user:ada --mention Ada2 --id user:ada2', 'What was told of "Ada2" was somebody else']))
    .action(
      (entity: string, options: Act & { readonly mention: string[]; readonly id?: string; readonly name?: string }, command: Command) =>
        withStore(cli, command, async ({ store, namespace, output }) => {
          const { key, mention, ...act } = options;
          const reply = await store.split(namespace, entity, { mentions: mention, ...given(act) }, given({ idempotencyKey: key }));
          output.show(reply, (paint) => splitText(paint, reply));
          return undefined;
        }),
    );
}

export function judgeCommand(program: Command, cli: Cli): void {
  program
    .command('judge')
    .summary('say what is held of two entities')
    .description(
      'Writes into the ledger, which keeps all; the latest of a pair counts. not_same keeps both from being merged. Merges nothing.',
    )
    .argument('<a>', 'one entity: id, name or alias')
    .argument('<b>', 'the other')
    .addArgument(new Argument('<verdict>', 'what is held of them').choices([...VERDICTS]))
    .option(...BY)
    .option(...REASON)
    .option(...KEY)
    .addHelpText('after', examples(['judge user:ada customer:42 not_same --by support', 'They are not to be merged']))
    .action((a: string, b: string, verdict: Verdict, options: Act, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { key, ...act } = options;
        const judgement = await store.judge(namespace, { a, b, verdict, ...given(act) }, given({ idempotencyKey: key }));
        output.show(judgement, (paint) => judgementText(paint, judgement));
        return undefined;
      }),
    );
}

export function howCommand(program: Command, cli: Cli): void {
  program
    .command('how')
    .summary('how an entity came to be what it is')
    .description(
      'Its names, everything that was merged into it, and what was judged of it. With a second entity: why the two are one, or not.',
    )
    .argument('<entity>', 'id, name or alias')
    .argument('[other]', 'another one')
    .addHelpText('after', examples(['how user:ada', 'Names, merges, judgements'], ['how user:ada customer:42', 'Why they are one, or not']))
    .action((entity: string, other: string | undefined, _options: object, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        if (other === undefined) {
          const report = await store.how(namespace, entity);
          output.show(report, (paint) => howText(paint, report));
        } else {
          const report = await store.whySame(namespace, entity, other);
          output.show(report, (paint) => sameText(paint, report));
        }
        return undefined;
      }),
    );
}
