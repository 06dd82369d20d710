import { readFileSync } from 'node:fs';
import { dataFile } from '../data.ts';
import { type Candidate, days, entityIds, groupBy, iso, lookUp, type PredicateDef } from './shape.ts';

/**
 * FactConsolidation 6k of MemoryAgentBench (MIT; relation templates of MQuAKE, MIT): 455 numbered sentences, later ones contradict
 * earlier ones; `data/factconsolidation`. Every relation holds one value, time is the number of the sentence (as days).
 *
 * Right answer: each single-hop question gets the last value told of its slot (`isAnswer`); as of the number of a version, that version.
 * A multi-hop question's gold answer is reachable from a subject named in it in at most four hops (96 of 100 is the ceiling).
 * Many values are false on purpose: never mix them with real facts.
 */
export interface FactConsolidation {
  predicates: PredicateDef[];
  sentences: string[];
  /** One a sentence, in order. */
  candidates: Candidate[];
  /** Every slot with its values in the order told; consecutive equal values are one version. */
  slots: { subject: string; predicate: string; versions: { at: string; value: string }[] }[];
  singleHop: SingleHopQuestion[];
  multiHop: { question: string; goldAnswers: string[] }[];
}

export interface SingleHopQuestion {
  question: string;
  subject: string;
  predicate: string;
  goldAnswers: string[];
}

interface Item {
  context: string;
  questions: string[];
  answers: string[][];
}

type Templates = Record<string, string>;

const EPOCH = Date.parse('2000-01-01T00:00:00.000Z');

export function loadFactConsolidation(): FactConsolidation {
  const [multi, single] = read('Conflict_Resolution_6k.json') as [Item, Item];
  const cloze = matcher(read('mquake_cloze_templates.json') as Templates, '.');
  const asked = matcher(read('mquake_question_templates.json') as Templates, '');
  const sentences = single.context.split('\n').flatMap((line) => line.match(/^\d+\. (.*)$/)?.[1] ?? []);
  const parsed = sentences.map((sentence) => cloze(sentence));
  const ids = entityIds(
    'thing',
    parsed.map(({ groups: [subject = ''] }) => subject),
  );
  const candidates = parsed.map(
    ({ relation, groups: [subject = '', value = ''] }, n): Candidate => ({
      subject: lookUp(ids, subject),
      predicate: relation,
      value,
      confidence: 1,
      origin: 'stated',
      observedAt: iso(EPOCH + days(n)),
      source: { session: 'facts', turn: String(n) },
    }),
  );
  return {
    predicates: [...new Set(parsed.map(({ relation }) => relation))].map((name) => ({ name, cardinality: 'single', valueType: 'text' })),
    sentences,
    candidates,
    slots: [...groupBy(candidates, (c) => `${c.subject} ${c.predicate}`).values()].map(slotOf),
    singleHop: single.questions.map((question, i) => {
      const {
        relation,
        groups: [subject = ''],
      } = asked(question);
      return { question, subject: lookUp(ids, subject), predicate: relation, goldAnswers: single.answers[i] ?? [] };
    }),
    multiHop: multi.questions.map((question, i) => ({ question, goldAnswers: multi.answers[i] ?? [] })),
  };
}

/** The benchmark's own measure: a gold answer, normalised, is part of the normalised answer. */
export function isAnswer(answer: string, goldAnswers: string[]): boolean {
  return goldAnswers.some((gold) => normalised(answer).includes(normalised(gold)));
}

function normalised(text: string): string {
  const bare = text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, '');
  return bare
    .replace(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
}

/** Reads a sentence by the template with most fixed text; P1308 ("The [X] is __") fits nearly anything and comes last. */
function matcher(templates: Templates, ending: string): (text: string) => { relation: string; groups: string[] } {
  const patterns = Object.entries(templates)
    .sort(([a, s], [b, t]) => Number(a === 'P1308') - Number(b === 'P1308') || t.length - s.length)
    .map(([relation, template]) => {
      const pattern = escaped(template + ending)
        .replace('\\[X\\]', '(.+)')
        .replace('__', '(.+)');
      return { relation, pattern: new RegExp(`^${pattern}$`) };
    });
  return (text) => {
    for (const { relation, pattern } of patterns) {
      const found = pattern.exec(text);
      if (found) return { relation, groups: found.slice(1) };
    }
    throw new Error(`no template fits '${text}'`);
  };
}

function slotOf(told: Candidate[]): FactConsolidation['slots'][number] {
  const versions = told.map((c) => ({ at: c.observedAt ?? '', value: c.value ?? '' }));
  const { subject = '', predicate = '' } = told[0] ?? {};
  return { subject, predicate, versions: versions.filter((version, i) => version.value !== versions[i - 1]?.value) };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const read = (name: string): unknown => JSON.parse(readFileSync(dataFile('data', 'factconsolidation', name), 'utf8'));
