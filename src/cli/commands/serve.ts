import { type Command, Option } from 'commander';
import { type Overrides, readSettings } from '../../config/config.ts';
import { LOG_LEVELS } from '../../config/schema.ts';
import { EXIT } from '../exit.ts';
import { examples, toNumber } from '../options.ts';
import { type Cli, type GlobalOptions, makeDirectory, notes, outputOf, overrides, patiently, refuseUrl, storeOptions } from '../session.ts';
import { version } from '../version.ts';

interface Options extends GlobalOptions {
  readonly host?: string;
  readonly port?: number;
  readonly logLevel?: string;
  readonly insecurePublic?: true;
}

export function serveCommand(program: Command, cli: Cli): void {
  program
    .command('serve')
    .summary('serve the store over HTTP')
    .description(
      'Serves the store as an HTTP API, with its documentation at /docs, until SIGTERM or Ctrl-C: then it finishes what is under way and ends.\n' +
        'Prints its address when it is ready; the log, one line a request, goes to stderr. There are no keys yet, so it listens on this machine only.',
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('-p, --port <number>', 'port to listen on; 0: any free one (default: 7411)', toNumber(7411))
    .addOption(new Option('--log-level <level>', 'how much the log tells (default: info)').choices([...LOG_LEVELS]))
    .option('--insecure-public', 'listen on other addresses too: whoever reaches the port can read and write everything')
    .addHelpText(
      'after',
      examples(
        ['serve', 'On http://127.0.0.1:7411, from the file in your data directory'],
        ['serve --store memory: --port 0', 'To try it: nothing kept, any free port'],
        ['serve --store bolt://localhost --log-level warn', 'On Neo4j; several may serve one'],
      ),
    )
    .action(async (_: unknown, command: Command) => {
      const { host, port, logLevel, insecurePublic, ...global } = command.optsWithGlobals<Options>();
      const flags: Overrides = { ...overrides(global), host, port, logLevel, insecurePublic };
      const settings = readSettings(flags);
      refuseUrl(settings, 'serve');
      await makeDirectory(settings);
      // Express and the rest are loaded only for this
      const told = stopSignal();
      const { serve } = await import('../../http/serve.ts');
      const served = await patiently(notes(cli, global), settings, () =>
        serve({ store: storeOptions(settings), settings, version: version() }),
      );
      outputOf(cli, global).show({ url: served.url }, () => `Palimpsest is ready at ${served.url} (documentation at ${served.url}/docs)`);
      await told;
      await served.close();
      cli.code = EXIT.ok;
    });
}

/** The first SIGTERM or SIGINT; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    const stop = (signal: 'SIGTERM' | 'SIGINT') => {
      if (told) process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
      told = true;
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
