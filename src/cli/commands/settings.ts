import type { Command } from 'commander';
import type { NamespaceSettings } from '../../domain/settings.ts';
import { invalidInput } from '../../errors.ts';
import type { SettingsChange } from '../../palimpsest.ts';
import { examples } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { plain, shorten } from '../text.ts';

export function settingsCommand(program: Command, cli: Cli): void {
  const settings = program
    .command('settings')
    .summary('what is decided for a namespace')
    .description(
      'The settings of a namespace, which are kept in the store: its locale, whom I and the user mean, its roles.\n' +
        'How this program runs is another matter: palimpsest config.',
    )
    .addHelpText('after', examples(['settings', 'What is set'], ['settings set locale=de-AT subject=user:ada', 'Two of them']))
    .action((_: unknown, command: Command) =>
      withStore(
        cli,
        command,
        async ({ store, namespace, output }) => {
          const found = await store.settings(namespace);
          output.show(found, (paint) => settingsText(paint, found));
          return undefined;
        },
        { orElse: 'there is no store at that path yet: these are the defaults' },
      ),
    );
  settings
    .command('set')
    .summary('decide something for a namespace')
    .description(
      'Sets what is named; the rest stays as it is. Nothing after the = takes a setting back, but for the subject, which is set once.',
    )
    .argument('<key=value...>', 'locale, subject, uncertainNames, or roles as JSON')
    .addHelpText(
      'after',
      examples(
        ['settings set locale=en-IN', 'IST is India Standard Time here, and 01/03/2024 the first of March'],
        ['settings set subject=user:ada', 'Whom I, me and the user mean'],
        ['settings set uncertainNames=new', 'A name much like a known one is a new one at once'],
      ),
    )
    .action((pairs: readonly string[], _: unknown, command: Command) =>
      withStore(
        cli,
        command,
        async ({ store, namespace, output }) => {
          const found = await store.changeSettings(namespace, changeOf(pairs));
          output.show(found, (paint) => settingsText(paint, found));
          return undefined;
        },
        { creates: true },
      ),
    );
}

function changeOf(pairs: readonly string[]): SettingsChange {
  const change: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1)
      throw invalidInput('changeSettings', [{ path: 'settings', message: 'needs KEY=VALUE', next: 'give one such as locale=de-AT' }]);
    const [key, text] = [pair.slice(0, at), pair.slice(at + 1)];
    change[key] = key === 'roles' ? toRoles(text) : text === '' ? null : text;
  }
  return change;
}

function toRoles(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    const next = 'give an object such as {"club": {"predicate": "member_of", "nouns": ["club"]}}';
    throw invalidInput('changeSettings', [{ path: 'settings.roles', message: 'is not JSON', next }]);
  }
}

function settingsText(paint: Paint, { version, roles, ...plainly }: NamespaceSettings): string {
  const shown = Object.entries(plainly).map(([key, value]) => [key, value === null ? paint.dim('not set') : plain(String(value))]);
  const own = Object.entries(roles).map(([name, role]) => [
    `role ${plain(name)}`,
    role === null ? paint.dim('turned off') : `${plain(role.predicate)}: ${shorten([...role.nouns, ...role.phrases].join(', '), 60)}`,
  ]);
  return `${table(paint, ['setting', 'value'], [...shown, ...own])}\n${paint.dim(version === 0 ? 'never changed' : `version ${version}`)}`;
}
