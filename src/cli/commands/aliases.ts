import { type Command, Option } from 'commander';
import { ALIAS_KINDS, type AliasKind } from '../../contract/catalogue.ts';
import type { AliasReply, EntityAlias } from '../../palimpsest.ts';
import { examples, given, KEY } from '../options.ts';
import { type Output, type Paint, table } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { count, plain } from '../text.ts';

interface AddOptions {
  readonly kind?: AliasKind;
  readonly from?: string;
  readonly by?: string;
  readonly reason?: string;
  readonly key?: string;
}
type RemoveOptions = Omit<AddOptions, 'kind' | 'from'>;

export function aliasesCommand(program: Command, cli: Cli): void {
  const aliases = program
    .command('aliases')
    .summary('the names of an entity: list, add, remove')
    .description('The names that an entity answers to beside what it is called. A name means one entity; it goes before the catalogue.')
    .addHelpText(
      'after',
      examples(
        ['aliases list user:42', 'The names it has'],
        ['aliases add user:42 customer_42', 'Two names, one history'],
        ['aliases remove org:vw VW', 'The name is free for another'],
      ),
    );
  aliases
    .command('list')
    .summary('the names of an entity')
    .argument('<entity>', 'id, exact name or alias')
    .action((entity: string, _: unknown, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const list = await store.aliases(namespace, entity);
        output.show(list, (paint) => listText(paint, list));
        return undefined;
      }),
    );
  addCommand(aliases, cli);
  removeCommand(aliases, cli);
}

function addCommand(aliases: Command, cli: Cli): void {
  aliases
    .command('add')
    .summary('give an entity another name')
    .argument('<entity>', 'id, exact name or alias')
    .argument('<alias>', 'the name; it may look like an id')
    .addOption(new Option('--kind <kind>', 'what it is to the entity').choices(ALIAS_KINDS))
    .option('--from <source>', 'where it is known from')
    .option('--by <who>', 'who decided it')
    .option('--reason <text>', 'kept with the operation')
    .option(...KEY)
    .addHelpText('after', examples(['aliases add org:vw "Peoples Works" --kind nickname', 'A nickname']))
    .action((entity: string, alias: string, { kind, from, by, reason, key }: AddOptions, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const input = given({ alias, kind, source: from, by, reason });
        show(output, await store.addAlias(namespace, entity, input, given({ idempotencyKey: key })), 'added');
        return undefined;
      }),
    );
}

function removeCommand(aliases: Command, cli: Cli): void {
  aliases
    .command('remove')
    .summary('take a name from an entity')
    .description('The name is free then. What was told under it stays with the entity.')
    .argument('<entity>', 'id, exact name or alias')
    .argument('<alias>', 'the name')
    .option('--by <who>', 'who decided it')
    .option('--reason <text>', 'kept with the operation')
    .option(...KEY)
    .addHelpText('after', examples(['aliases remove user:42 customer_42 --reason "another customer"', 'It was a mistake']))
    .action((entity: string, alias: string, { by, reason, key }: RemoveOptions, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const options = given({ idempotencyKey: key });
        show(output, await store.removeAlias(namespace, entity, alias, given({ by, reason }), options), 'removed');
        return undefined;
      }),
    );
}

function show(output: Output, reply: AliasReply, done: string): void {
  output.show(reply, (paint) => {
    const head = `${paint.green(done)} — ${plain(reply.entity)} has ${count(reply.aliases.length, 'alias', 'aliases')}`;
    return [head, listText(paint, reply.aliases), paint.dim(`operation ${reply.operationId}`)].join('\n');
  });
}

function listText(paint: Paint, list: readonly EntityAlias[]): string {
  if (list.length === 0) return 'No other names.';
  const rows = list.map((a) => [plain(a.alias), a.kind, plain(a.source), paint.when(a.since)]);
  return table(paint, ['alias', 'kind', 'source', 'since'], rows);
}
