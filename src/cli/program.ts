import { Command, CommanderError } from 'commander';
import { aliasesCommand } from './commands/aliases.ts';
import { archiveCommand, restoreCommand } from './commands/archive.ts';
import { asOfCommand } from './commands/as-of.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { correctCommand } from './commands/correct.ts';
import { currentCommand } from './commands/current.ts';
import { decideCommand } from './commands/decide.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { historyCommand } from './commands/history.ts';
import { howCommand, judgeCommand, mergeCommand, splitCommand, unmergeCommand } from './commands/identity.ts';
import { importCommand } from './commands/import.ts';
import { listCommand } from './commands/list.ts';
import { operationCommand, operationsCommand, undoCommand } from './commands/operations.ts';
import { predicatesCommand } from './commands/predicates.ts';
import { rememberCommand } from './commands/remember.ts';
import { resolveCommand } from './commands/resolve.ts';
import { retireCommand } from './commands/retire.ts';
import { retractCommand } from './commands/retract.ts';
import { reviewCommand, reviewsCommand } from './commands/reviews.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommand } from './commands/settings.ts';
import { whyCommand } from './commands/why.ts';
import { withdrawCommand } from './commands/withdraw.ts';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit.ts';
import { reportFailure } from './failure.ts';
import { examples } from './options.ts';
import type { Cli } from './session.ts';
import { version } from './version.ts';

const COMMANDS = [
  demoCommand,
  rememberCommand,
  importCommand,
  currentCommand,
  historyCommand,
  asOfCommand,
  listCommand,
  whyCommand,
  retractCommand,
  withdrawCommand,
  archiveCommand,
  restoreCommand,
  correctCommand,
  retireCommand,
  mergeCommand,
  unmergeCommand,
  splitCommand,
  judgeCommand,
  howCommand,
  reviewsCommand,
  reviewCommand,
  decideCommand,
  operationsCommand,
  operationCommand,
  undoCommand,
  predicatesCommand,
  aliasesCommand,
  resolveCommand,
  settingsCommand,
  doctorCommand,
  serveCommand,
  configCommand,
  completionCommand,
];

/** Runs one command line and answers with its exit code. */
export async function run(argv: readonly string[], { io, open }: Pick<Cli, 'io' | 'open'>): Promise<ExitCode> {
  const cli: Cli = { io, open, code: EXIT.ok };
  const program = makeProgram(cli);
  let running: Command | undefined;
  program.hook('preAction', (_, command) => {
    running = command;
  });
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return cli.code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const words = running === undefined ? wordsIn(argv, program) : wordsOf(running);
    return reportFailure(error, { words, command: running, namespace: cli.namespace }, argv.includes('--json'), io);
  }
}

function wordsOf(command: Command): string {
  return command.parent === null ? '' : `${wordsOf(command.parent)} ${command.name()}`.trim();
}

/** The command that was meant, where its line couldn't be read. */
function wordsIn(argv: readonly string[], program: Command): string {
  let at = program;
  for (const word of argv) at = at.commands.find((command) => command.name() === word) ?? at;
  return wordsOf(at);
}

function makeProgram(cli: Cli): Command {
  const program = new Command('palimpsest')
    .description('Facts that know what is true now, what was true then, and why.')
    .version(version())
    .option('--store <url>', 'memory:, file:PATH, bolt://HOST or neo4j://HOST (default: a file in your data directory)')
    .option('--url <address>', 'a server (palimpsest serve) instead of a store, such as http://127.0.0.1:7411')
    .option('-n, --namespace <name>', 'the scope to work in; nothing crosses it (default: "default")')
    .option('--catalogue <file>', 'well-known entities of your own, from a JSON file, beside the shipped ones')
    .option('--no-catalogue', 'no well-known entities at all')
    .option('--config <file>', 'settings from a JSON file (default: palimpsest.config.json, where there is one)')
    .option('--json', 'print one JSON document instead of text')
    .configureHelp({ showGlobalOptions: true })
    // failures are worded once, in failure.ts
    .configureOutput({ writeOut: (text) => cli.io.out(text), writeErr: () => undefined })
    .exitOverride()
    .addHelpText('after', `${examples(...QUICK_START)}\n${EXIT_CODES_HELP}\n${ENVIRONMENT_HELP}`);
  for (const add of COMMANDS) add(program, cli);
  return program;
}

const QUICK_START = [
  ['demo', 'A story of eight months in ten seconds, with nothing to set up'],
  ['remember user:ada works_at Acme --from 2024-03', 'Tell it something'],
  ['current user:ada', 'Ask what is true now'],
  ['current user:ada --url http://127.0.0.1:7411', 'The same, of a server that palimpsest serve started'],
] as const;

const ENVIRONMENT_HELP = `
Environment:
  PALIMPSEST_STORE, PALIMPSEST_URL         as --store and --url: a store, or a server
  PALIMPSEST_NAMESPACE                     as --namespace
  PALIMPSEST_NEO4J_USER, PALIMPSEST_NEO4J_PASSWORD, PALIMPSEST_NEO4J_DATABASE
  PALIMPSEST_CATALOGUE                     as --catalogue; false: as --no-catalogue
  PALIMPSEST_CONFIG                        as --config; a flag goes before the environment, that before the file
  palimpsest config                        shows every setting, its value and where that came from`;
