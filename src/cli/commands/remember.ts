import { type Command, Option } from 'commander';
import { ORIGINS, type Origin } from '../../domain/claim.ts';
import type { ClaimSource, Qualifiers } from '../../domain/fact.ts';
import { ERRORS, type ErrorCode, invalidInput, PalimpsestError } from '../../errors.ts';
import type { Outcome, RememberResult } from '../../palimpsest.ts';
import { EXIT } from '../exit.ts';
import { issueLine, withoutRow } from '../failure.ts';
import { examples, FROM, given, KEY, QUALIFIER, SOURCE, TO, toNumber, toQualifiers, toSource } from '../options.ts';
import type { Paint } from '../output.ts';
import { type Cli, withStore } from '../session.ts';
import { count, joined, plain } from '../text.ts';
import { afterAllText, newPredicateText, statementText } from '../views/resolved.ts';
import { OUTCOME_WORDS, outcomeLabel } from '../words.ts';

interface Options {
  readonly key?: string;
  readonly from?: string;
  readonly to?: string;
  readonly said?: string;
  readonly confidence?: number;
  readonly qualifier?: Qualifiers;
  readonly source?: ClaimSource;
  readonly quote?: string;
  readonly origin?: Origin;
  readonly end?: boolean;
  readonly dependsOn?: readonly (readonly string[])[];
  readonly fallback?: string;
}

export function rememberCommand(program: Command, cli: Cli): void {
  program
    .command('remember')
    .summary('store what somebody said')
    .description(
      'Stores one statement. The store decides whether it is new, known already, takes over from what held, or is too weak to.\n' +
        'An id that is new is made; so is a predicate, and the answer says so. Dates are in UTC.',
    )
    .argument('<subject>', 'an id such as user:ada, or the name or alias of a known entity')
    .argument('<predicate>', 'such as works_at; palimpsest predicates lists them')
    .argument('[value]', 'needed unless --end')
    .option(...FROM)
    .option(...TO)
    .option('--said <date>', 'when it was said (default: now)')
    .option('-c, --confidence <number>', 'from 0 to 1 (default: 0.8)', toNumber(0.8))
    .option(...QUALIFIER, toQualifiers)
    .option(...SOURCE, toSource)
    .option('--quote <text>', 'the words it was said in (with --source)')
    .addOption(new Option('--origin <origin>', 'how it is known').choices(ORIGINS).default('stated'))
    .option('--end', 'it is no longer so, since --from or since it was said')
    .option('--depends-on <facts>', 'ids of facts that it holds by, all of them (f_1,f_2); again: or by these', toGroups)
    .option('--fallback <value>', 'what takes its place when those end')
    .option(...KEY)
    .addHelpText(
      'after',
      examples(
        ['remember user:ada works_at Acme --from 2024-03', 'Since March 2024'],
        ['remember user:ada works_at --end --from 2026-02', 'Since February no longer; what followed may be told later'],
        ['remember team:x assigned_to Pia --depends-on FACT_ID --fallback Quinn', 'As long as that fact holds; then Quinn'],
        ['remember user:ada lives_in Paris --from 2026-05-04 --to 2026-05-08', 'For a week; what held before resumes by itself'],
        ['remember user:ada editor Vim -q repo=api -c 0.7 --source chat-42:7 --origin extracted', 'Read by a model in a chat'],
      ),
    )
    .action((subject: string, predicate: string, value: string | undefined, options: Options, command: Command) =>
      withStore(
        cli,
        command,
        async ({ store, namespace, output }) => {
          const { from, to, said, confidence, qualifier, quote, origin, end, dependsOn, fallback } = options;
          if (quote !== undefined && options.source === undefined)
            throw invalidInput('remember', [
              { path: 'source', message: 'is missing, and a quote needs one', next: 'give --source SESSION too' },
            ]);
          const source = options.source === undefined || quote === undefined ? options.source : { ...options.source, quote };
          const candidate = given({
            subject,
            predicate,
            value,
            confidence,
            source,
            origin,
            qualifiers: qualifier,
            validFrom: from,
            validTo: to,
            observedAt: said,
            kind: end === true ? ('end' as const) : undefined,
            dependsOn,
            fallback,
          });
          const [result] = await store.remember(namespace, candidate, given({ idempotencyKey: options.key }));
          if (result === undefined) return EXIT.internal;
          if (REFUSED.includes(result.outcome)) throw refusal(result);
          output.show(result, (paint) => describe(paint, result, value));
          return WAITS.includes(result.outcome) ? EXIT.partial : EXIT.ok;
        },
        { creates: true },
      ),
    );
}

const toGroups = (text: string, before: readonly (readonly string[])[] = []) => [...before, text.split(',').map((id) => id.trim())];

const REFUSED: readonly Outcome[] = ['rejected', 'restricted'];
const WAITS: readonly Outcome[] = ['unresolved', 'ambiguous'];

function refusal({ outcome, reason, issues }: RememberResult): PalimpsestError {
  if (issues.length > 0 && (reason === null || reason === 'invalid_input')) return invalidInput('remember', issues.map(withoutRow));
  const code = outcome === 'restricted' ? 'restricted' : isErrorCode(reason) ? reason : 'invalid_input';
  const said = reason === null || isErrorCode(reason) ? ERRORS[code].title.toLowerCase() : reason;
  return new PalimpsestError(code, said, { operation: 'remember', ...(issues.length > 0 && { issues: issues.map(withoutRow) }) });
}

const isErrorCode = (reason: string | null): reason is ErrorCode => reason !== null && Object.hasOwn(ERRORS, reason);

function describe(paint: Paint, result: RememberResult, value: string | undefined): string {
  const color = result.outcome === 'contested' || WAITS.includes(result.outcome) ? paint.yellow : paint.green;
  const known = result.replayed ? ' (sent before: nothing was written this time)' : '';
  const effects = joined(
    result.supersededIds.length > 0 && `took over from ${count(result.supersededIds.length, 'fact')}`,
    result.currentChanged ? 'what holds now has changed' : null,
    result.near === true && 'nearly the words of a value that is there, so under that one',
    result.annotations.length > 0 && `${result.annotations.join(', ')} annotates, but does not narrow`,
    result.reviewId !== null && `review ${result.reviewId}`,
  );
  const ids = joined(result.factId !== null && `fact ${result.factId}`, result.claimId !== null && `claim ${result.claimId}`);
  const why = result.issues.map((issue) => issueLine(withoutRow(issue)));
  const { subject, predicate, value: said } = result.resolved;
  const perhaps = [subject === null ? '' : afterAllText('subject', subject), said === null ? '' : afterAllText('value', said)];
  return [
    `${color(outcomeLabel(result.outcome))} — ${OUTCOME_WORDS[result.outcome]}${known}`,
    ...[statementText(result.resolved, value)].filter((line) => line !== '').map((line) => `  ${line}`),
    ...(predicate?.band === 'new' ? [paint.yellow(`  ${newPredicateText(predicate)}`)] : []),
    ...[...why, ...perhaps, effects, ids].filter((line) => line !== '').map((line) => paint.dim(`  ${plain(line)}`)),
  ].join('\n');
}
