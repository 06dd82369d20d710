import { lazily, NameTable, readSeed, type SaidIn } from './table.ts';
import { readCoded } from './value-type.ts';

const tools = lazily(() => new NameTable('tools.tsv', readSeed<{ readonly saidIn: SaidIn }>('tools.json').saidIn));

/** Programming languages and tools by their usual name; "C", "R" and "Go" are names like others. */
export const readTool = readCoded('k', (text, { locale }) => tools().find(text, locale));
