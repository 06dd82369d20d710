import type { Command } from 'commander';
import type { Resolved } from '../../palimpsest.ts';
import { examples, given } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { plain } from '../text.ts';

interface Options {
  readonly type?: string;
  readonly predicate?: string;
}

export function resolveCommand(program: Command, cli: Cli): void {
  program
    .command('resolve')
    .summary('whom names mean')
    .description(
      'Says whom names mean, how sure that is and by what (the name; of a role the fact), as a write would understand them. Nothing is written.',
    )
    .argument('<mention...>', 'names or ids')
    .option('--type <type>', 'only entities of this type, such as org')
    .option('--predicate <name>', 'as values of this predicate, whose range says the type')
    .addHelpText(
      'after',
      examples(
        ['resolve VW "Acme Corp"', 'Two names'],
        ['resolve Ada --type person', 'A person'],
        ['resolve VW --predicate works_at', 'An employer'],
        ['resolve me "my employer"', 'Whom these words stand for, once the settings say who speaks'],
      ),
    )
    .action((mentions: readonly string[], { type, predicate }: Options, command: Command) =>
      withStore(
        cli,
        command,
        async ({ store, namespace, output }) => {
          const found = await store.resolve(
            namespace,
            mentions.map((mention) => given({ mention, type, predicate })),
          );
          output.show(found, (paint) => resolvedText(paint, found));
          return undefined;
        },
        { orElse: 'there is no store at that path yet: this is what the catalogue knows' },
      ),
    );
}

function resolvedText(paint: Paint, found: readonly Resolved[]): string {
  const rows = found.flatMap((r) => [
    [
      plain(r.mention),
      BANDS[r.band],
      plain(r.entity ?? ''),
      r.rule ?? '',
      r.entity === null ? '' : r.score.toFixed(2),
      plain(r.evidence ?? ''),
    ],
    ...r.candidates.map((c) => ['', paint.dim('perhaps'), plain(c.entity), c.rule, c.score.toFixed(2), plain(c.evidence)]),
  ]);
  const shown = table(paint, ['mention', 'is', 'entity', 'rule', 'score', 'by'], rows);
  return found.some(isPhrase) ? `${shown}\n${paint.dim(PHRASE)}` : shown;
}

/** An id that nobody has is nobody too, and says so by itself. */
const isPhrase = ({ band, mention }: Resolved): boolean => band === 'unresolved' && !mention.startsWith('entity:');
const PHRASE =
  'nobody: such words stand for whoever speaks, for what a fact says about them, or for somebody else; palimpsest settings shows who speaks';

const BANDS = { accept: 'known', new: 'new', review: 'to be asked', ambiguous: 'one of several', unresolved: 'nobody' } as const;
