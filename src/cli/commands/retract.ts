import type { Command } from 'commander';
import type { ClaimSource, Qualifiers } from '../../domain/fact.ts';
import type { RetractReply } from '../../palimpsest.ts';
import { BY, examples, given, KEY, needsPredicate, QUALIFIER, SOURCE, toNumber, toQualifiers, toSource } from '../options.ts';
import { type Cli, withStore } from '../session.ts';
import { joined, plain } from '../text.ts';

interface Options {
  readonly key?: string;
  readonly at?: string;
  readonly confidence?: number;
  readonly by?: string;
  readonly reason?: string;
  readonly qualifier?: Qualifiers;
  readonly source?: ClaimSource;
}

const SAYS: Readonly<Record<RetractReply['outcome'], string>> = {
  ended: 'it has ended; it stays in history',
  contested: 'not strong enough to end it, so kept beside it; history shows it',
  corroborated: 'counted together with later word that it ended',
  no_effect: 'nothing of that held then',
  withdrawn: 'that is at or before its start, so it never was: withdrawn, and what it had displaced is back',
};

export function retractCommand(program: Command, cli: Cli): void {
  program
    .command('retract')
    .summary('it ended')
    .description(
      'Says that a fact ended. It was true until then and stays in history. At or before its start it never was true: ' +
        'then it is withdrawn, and the answer says so. For what was never true, see withdraw.',
    )
    .argument('<fact-or-subject>', 'the id of a fact; or a subject, followed by a predicate')
    .argument('[predicate]', 'what holds of it now ends')
    .argument('[value]', 'needed where several may hold')
    .option('--at <date>', 'since when it no longer holds: of a date, its beginning (default: now)')
    .option('-c, --confidence <number>', 'from 0 to 1', toNumber(0.8))
    .option(...BY)
    .option('--reason <text>', 'kept with the operation')
    .option(...QUALIFIER, toQualifiers)
    .option(...SOURCE, toSource)
    .option(...KEY)
    .addHelpText(
      'after',
      examples(
        ['retract user:ada works_at --at 2026-02', 'Since February she works there no longer'],
        ['retract user:ada speaks French --reason "out of practice"', 'One of several languages'],
        ['retract FACT_ID', 'A fact by its id, from now on'],
      ),
    )
    .action((target: string, predicate: string | undefined, value: string | undefined, options: Options, command: Command) =>
      withStore(cli, command, async ({ store, namespace, output }) => {
        const { at, confidence, by, reason, qualifier: qualifiers, source } = options;
        if (predicate === undefined) needsPredicate('retract', target);
        const fact = predicate === undefined ? { factId: target } : { subject: target, predicate };
        const reply = await store.retract(
          namespace,
          { ...fact, ...given({ value, qualifiers, at, confidence, by, reason, source }) },
          given({ idempotencyKey: options.key }),
        );
        output.show(reply, (paint) => {
          const ids = joined(`fact ${reply.factId}`, reply.claimId !== null && `claim ${reply.claimId}`, `operation ${reply.operationId}`);
          const changed = reply.currentChanged ? ['what holds now has changed'] : [];
          return [
            `${paint[reply.outcome === 'ended' ? 'green' : 'yellow'](reply.outcome)} — ${SAYS[reply.outcome]}`,
            ...[...changed, plain(ids)].map((line) => paint.dim(`  ${line}`)),
          ].join('\n');
        });
        return undefined;
      }),
    );
}
