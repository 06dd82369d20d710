import type { Story } from '../../demo/story.ts';
import type { Answer, Told } from '../../demo/tell.ts';
import type { Fact } from '../../domain/fact.ts';
import type { Paint } from '../output.ts';
import { joined, plain } from '../text.ts';
import { OUTCOME_WORDS, outcomeLabel } from '../words.ts';
import { factsTable, hiddenLine, untilText, valueText } from './facts.ts';
import { historyTable } from './history.ts';
import { whyText } from './why.ts';

const INDENT = ' '.repeat(12);

export function introText(paint: Paint, story: Story): string {
  return `\n${paint.bold(story.title)}\n${wrapped(story.intro, '')}\n`;
}

/** When, who said what, what became of it, what holds now, and what to learn from it. */
export function toldText(paint: Paint, { step, results, holds }: Told): string {
  const said = step.says === '' ? paint.dim('Time passes.') : `${step.who}: “${plain(step.says)}”`;
  const times =
    step.again.length === 0
      ? ''
      : ` ${paint.dim(`(and again, ${step.again.length + 1} times by ${paint.when(step.again.at(-1) ?? step.at)})`)}`;
  const lines = [
    `${paint.cyan(paint.when(step.at))}  ${said}${times}`,
    ...outcomes(results).map((line) => `${INDENT}${line}`),
    ...(step.withdraw === undefined ? [] : [`${INDENT}withdrawn — it no longer counts, and neither does what it did`]),
    ...holds.map((fact) => `${INDENT}${paint.green('now')} ${holding(paint, fact)}`),
    ...(step.note === undefined ? [] : [paint.dim(wrapped(step.note, INDENT))]),
  ];
  return `${lines.join('\n')}\n`;
}

export function answerText(paint: Paint, subject: string, answer: Answer): string {
  const head = `${paint.bold(answer.question.title)}\n${paint.dim(`$ palimpsest ${commandOf(subject, answer)}`)}\n`;
  return `${head}${body(paint, subject, answer)}\n`;
}

/** The command line that asks the same of a store of one's own. */
export function commandOf(subject: string, answer: Answer): string {
  const { question } = answer;
  switch (question.ask) {
    case 'current':
      return `current ${subject}`;
    case 'history':
      return `history ${subject} ${question.predicate}`;
    case 'asOf':
      return `as-of ${question.asOf} ${subject} ${question.predicate}${question.knownAt === undefined ? '' : ` --known-at ${question.knownAt}`}`;
    case 'why':
      return `why ${answer.ask === 'why' ? plain(answer.result.fact.id) : ''}`;
  }
}

export function endText(paint: Paint, story: Story, namespace: string | undefined): string {
  const kept =
    namespace === undefined
      ? []
      : [`The story is kept: palimpsest current ${story.subject} -n ${paint.bold(namespace)}, with the same --store.`];
  const next = story.next.map(([command, says]) => `  ${paint.cyan(`palimpsest ${command}`)}\n  ${paint.dim(says)}`);
  return [...kept, paint.bold('Next'), ...next].join('\n');
}

function body(paint: Paint, subject: string, answer: Answer): string {
  switch (answer.ask) {
    case 'current':
    case 'asOf': {
      const predicates = 'predicate' in answer.question ? [answer.question.predicate] : [];
      const hidden = hiddenLine(answer.result.hidden, subject, predicates, answer.ask === 'current');
      return [factsTable(paint, answer.result.facts), ...(hidden === '' ? [] : [paint.dim(hidden)])].join('\n');
    }
    case 'history':
      return historyTable(paint, answer.result);
    case 'why':
      return whyText(paint, answer.result);
  }
}

function outcomes(results: Told['results']): string[] {
  const counts = new Map<string, number>();
  for (const result of results) {
    const late = result.late && result.outcome === 'inserted' ? 'filed into the past' : OUTCOME_WORDS[result.outcome];
    const line = `${outcomeLabel(result.outcome)} — ${late}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, n]) => (n === 1 ? line : `${n} × ${line}`));
}

function holding(paint: Paint, fact: Fact): string {
  const notes = joined(
    fact.validTo !== null && untilText(paint, fact),
    ...fact.challengedBy.map((by) => `challenged by ${valueText(by)}, ${by.confidence.toFixed(2)}`),
  );
  return `${plain(fact.predicate)} = ${paint.bold(valueText(fact))} since ${paint.when(fact.validFrom)}${notes === '' ? '' : paint.yellow(` (${notes})`)}`;
}

function wrapped(text: string, indent: string, width = 88): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
}
