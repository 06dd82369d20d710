import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Cardinality, type Predicate, TIERS, type Tier, VALUE_TYPES, type ValueType } from '../../domain/predicate.ts';
import { type OnRetire, RETIRE_POLICIES, RETIRE_SIDES } from '../../domain/retire.ts';
import { isPalimpsestError, PalimpsestError } from '../../errors.ts';
import type { PredicateReply } from '../../palimpsest.ts';
import { BY, examples, given, toList, toNumber } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { count, plain, shorten } from '../text.ts';

interface DefineOptions {
  readonly cardinality?: Cardinality;
  readonly slotBy?: 'subject' | 'value';
  readonly valueType?: ValueType;
  readonly range?: string;
  readonly category?: string;
  readonly tier?: Tier;
  readonly separator?: readonly string[];
  readonly alias?: readonly string[];
  readonly inverse?: string;
  readonly margin?: number;
  readonly halfLife?: number | 'none';
  readonly onRetire?: Partial<OnRetire>;
  readonly immutable?: boolean;
  readonly description?: string;
  readonly dryRun?: boolean;
  readonly resolve?: 'fold';
  readonly by?: string;
  readonly reason?: string;
}

export function predicatesCommand(program: Command, cli: Cli): void {
  const predicates = program
    .command('predicates')
    .summary('list or define predicates')
    .description('The predicates of a namespace: how many values may hold at once, of which type, and how fast certainty fades.')
    .addHelpText(
      'after',
      examples(
        ['predicates', 'The list'],
        ['predicates define favourite_tea --cardinality single', 'One answer at a time'],
        ['predicates define chairs --slot-by value --cardinality single --value-type entity', 'One chair per committee'],
      ),
    )
    .action(showList(cli));
  predicates.command('list', { hidden: true }).action(showList(cli));
  defineCommand(predicates, cli);
}

const showList = (cli: Cli) => (_: unknown, command: Command) =>
  withStore(
    cli,
    command,
    async ({ store, namespace, output }) => {
      const list = await store.predicates(namespace);
      output.show(list, (paint) => listText(paint, list));
      return undefined;
    },
    { orElse: 'there is no store at that path yet: these are the shipped ones' },
  );

function defineCommand(predicates: Command, cli: Cli): void {
  predicates
    .command('define')
    .summary('define or change a predicate')
    .description('Defines a predicate or changes its settings; what it holds is folded anew by the new settings.')
    .argument('<name>', 'such as favourite_tea')
    .addOption(new Option('--cardinality <how-many>', 'how many values hold at once').choices(['single', 'multi']))
    .addOption(new Option('--slot-by <side>', 'value: one subject per value, as one leader per team').choices(['subject', 'value']))
    .addOption(new Option('--value-type <type>', 'how values are read').choices(VALUE_TYPES))
    .option('--range <type>', 'type of the entities it points to')
    .option('--category <name>')
    .addOption(new Option('--tier <tier>', 'how long it matters').choices(TIERS))
    .option('--separator <qualifier>', 'a qualifier that keeps answers apart (repeatable)', toList)
    .option('--alias <name>', 'another name for it (repeatable)', toList)
    .option('--inverse <name>', 'the name that answers from the other side')
    .option('--margin <number>', 'how far below what holds a challenger may stay and still win', toNumber(0.1))
    .option('--half-life <days>', 'days in which certainty halves, or "none"', toHalfLife)
    .option('--on-retire <side=policy>', 'when an entity is retired: value=review, subject=end (repeatable)', toOnRetire)
    .option('--immutable', 'never fades from use')
    .option('--description <text>')
    .option('--dry-run', 'show what would change, and change nothing')
    .addOption(new Option('--resolve <how>', 'needed for a change that takes facts from the present').choices(['fold']))
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .addHelpText(
      'after',
      examples(
        ['predicates define favourite_tea --cardinality single', 'One answer at a time'],
        ['predicates define plan --half-life 90 --margin 0.1 --dry-run', 'What a change would do'],
        ['predicates define hobby --cardinality single --resolve fold', 'From many to one: the fold decides which holds'],
      ),
    )
    .action((name: string, options: DefineOptions, command: Command) =>
      withStore(
        cli,
        command,
        async ({ store, namespace, output }) => {
          const { separator, alias, halfLife, dryRun, resolve, by, reason, ...same } = options;
          const definition = given({ ...same, separators: separator, aliases: alias, halfLifeDays: halfLife === 'none' ? null : halfLife });
          const reply = await store.definePredicate(namespace, name, definition, given({ dryRun, resolve, by, reason })).catch(inOwnWords);
          output.show(reply, (paint) => replyText(paint, reply));
          return undefined;
        },
        { creates: options.dryRun !== true },
      ),
    );
}

/** The store names the fields of its interface. */
function inOwnWords(error: unknown): never {
  if (!isPalimpsestError(error) || error.code !== 'refused') throw error;
  throw new PalimpsestError('refused', 'this would take facts from the present — look with --dry-run, then say --resolve fold', {
    operation: 'definePredicate',
    ...(error.details !== undefined && { details: error.details }),
    cause: error,
  });
}

function toOnRetire(text: string, before: Partial<OnRetire> | undefined): Partial<OnRetire> {
  const [side = '', policy = ''] = text.split('=');
  if (!isOneOf(RETIRE_SIDES, side) || !isOneOf(RETIRE_POLICIES, policy))
    throw new InvalidArgumentError(`Give SIDE=POLICY, such as value=review; a policy is one of ${RETIRE_POLICIES.join(', ')}.`);
  return { ...before, [side]: policy };
}

const isOneOf = <T extends string>(all: readonly T[], one: string): one is T => (all as readonly string[]).includes(one);

function toHalfLife(text: string): number | 'none' {
  if (text === 'none') return text;
  const days = Number(text);
  if (!(days > 0)) throw new InvalidArgumentError('Give a number of days such as 180, or none.');
  return days;
}

function listText(paint: Paint, list: readonly Predicate[]): string {
  const rows = list.map((p) => [
    paint.bold(plain(p.name)),
    p.slotBy === 'value' ? `${p.cardinality} per value` : p.cardinality,
    plain(p.range === null ? p.valueType : `${p.valueType} ${p.range}`),
    plain(p.category),
    p.margin.toFixed(2),
    p.halfLifeDays === null ? 'never fades' : `${p.halfLifeDays} days`,
    p.source,
    shorten(p.description, 50),
  ]);
  return table(paint, ['name', 'holds', 'values', 'category', 'margin', 'half-life', 'source', 'description'], rows);
}

function replyText(paint: Paint, { predicate, applied, slots }: PredicateReply): string {
  const done = applied ? paint.green('applied') : paint.yellow('dry run: nothing was changed');
  const head = `${paint.bold(plain(predicate.name))} ${predicate.cardinality}, ${predicate.valueType}, version ${predicate.version} — ${done}`;
  if (slots.length === 0) return `${head}\nNo fact changes.`;
  const rows = slots.map((slot) => [plain(slot.subject), timeline(paint, slot.before), timeline(paint, slot.after)]);
  return `${head}\n${count(slots.length, 'slot')} ${applied ? 'changed' : 'would change'}\n${table(paint, ['subject', 'before', 'after'], rows)}`;
}

function timeline(paint: Paint, pieces: PredicateReply['slots'][number]['before']): string {
  return pieces
    .map((piece) => `${shorten(piece.value, 30)} ${paint.when(piece.validFrom)} – ${paint.when(piece.validTo)}`.trimEnd())
    .join('\n');
}
