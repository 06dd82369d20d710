import type { Command } from 'commander';
import type { DoctorReport } from '../../palimpsest.ts';
import { EXIT } from '../exit.ts';
import { examples } from '../options.ts';
import { type Paint, table } from '../output.ts';
import { type Cli, type GlobalOptions, withStore } from '../session.ts';
import { count, plain } from '../text.ts';

export function doctorCommand(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .summary('audit the store')
    .description('Checks that the store keeps its promises: the whole store, or with --namespace one scope. It changes nothing.')
    .addHelpText(
      'after',
      examples(
        ['doctor', 'The whole store'],
        ['doctor -n user-42', 'One namespace'],
        ['doctor --json', 'For a monitor; exit code 1 when something is found'],
      ),
    )
    .action((_: unknown, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const report = await store.doctor(command.optsWithGlobals<GlobalOptions>().namespace === undefined ? undefined : namespace);
        output.show(report, (paint) => reportText(paint, report));
        return report.ok ? EXIT.ok : EXIT.internal;
      }),
    );
}

function reportText(paint: Paint, { checks, findings, ok }: DoctorReport): string {
  const rows = checks.map((check) => [
    check.findings === 0 ? paint.green('ok') : paint.red(String(check.findings)),
    plain(check.invariant),
    plain(check.means),
  ]);
  const found = findings.map((finding) => [
    plain(finding.invariant),
    plain(finding.namespace),
    plain(finding.subject),
    plain(finding.problem),
  ]);
  const verdict = ok ? paint.green(`All ${count(checks.length, 'check')} hold.`) : paint.red(`${count(findings.length, 'finding')}.`);
  const details = found.length === 0 ? [] : [table(paint, ['check', 'namespace', 'where', 'problem'], found)];
  return [table(paint, ['result', 'check', 'it means'], rows), ...details, verdict].join('\n\n');
}
