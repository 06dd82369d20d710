import type { Command } from 'commander';
import { type Effective, readConfig } from '../../config/config.ts';
import { variableOf } from '../../config/sources.ts';
import { examples } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, type GlobalOptions, notes, outputOf, overrides, unknownSetting } from '../session.ts';
import { plain } from '../text.ts';

export function configCommand(program: Command, cli: Cli): void {
  program
    .command('config')
    .summary('the settings, and where each came from')
    .description('Every setting as it is in effect here: from a flag, the environment, the file, or the default. Secrets are not shown.')
    .addHelpText(
      'after',
      examples(
        ['config', 'What holds here'],
        ['config --config production.json', 'What would hold with this file'],
        ['config --json', 'For a script'],
      ),
    )
    .action((_: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const { effective, file } = readConfig(overrides(options), process.env, unknownSetting(notes(cli, options)));
      outputOf(cli, options).show(effective, (paint) => configText(paint, effective, file));
    });
}

function configText(paint: Paint, effective: readonly Effective[], file: string | null): string {
  const rows = effective.map(({ key, value, from }) => [
    key,
    value === null ? paint.dim('not set') : plain(String(value)),
    from === 'default' ? paint.dim(from) : from,
    variableOf(key),
  ]);
  const footer = file === null ? [] : [paint.dim(plain(`file: ${file}`))];
  return [table(paint, ['setting', 'value', 'from', 'environment'], rows), ...footer].join('\n');
}
