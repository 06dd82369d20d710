import type { Procedure } from '../../src/procedures/load.ts';

/** What one text for two engines must not contain, each with the reason. Comments and strings are taken out first. */
const FORBIDDEN: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/\bOPTIONAL\s+MATCH\b/i, 'OPTIONAL MATCH scans its right side on the embedded engine; use CALL (x) { MATCH … RETURN collect(n) AS ns }'],
  [/\bCOLLECT\s*\{/i, 'COLLECT {} exists on one engine only'],
  [/\brandomUUID\b/i, 'randomUUID exists on one engine only; pass the id'],
  [/\bduration\s*[.(]/i, 'durations differ; count milliseconds'],
  [/\bIN\s+TRANSACTIONS\b/i, 'IN TRANSACTIONS exists on one engine only'],
  [/\b(?:datetime|timestamp|localdatetime)\s*[.(]/i, 'the clock is $now'],
  [/[(]\s*\w*\s*:\s*\w+\s*[|&!%]/, 'a label expression; use one label'],
  [/\)\s*(?:\{\s*\d*\s*,?\s*\d*\s*\}|[+*])\s*[(-]/, 'a quantified path; use -[:R*1..4]->'],
  [
    /\bEXISTS\s*\{\s*(?:MATCH\s*)?\(\w+\)\s*<?-\[[^\]]*\]->?\s*\(\w+\)\s*\}/i,
    'EXISTS between two bound nodes reads the whole graph on the embedded engine; use COUNT { … } = 0, or MERGE the relationship',
  ],
  [
    /\b(?:WITH|RETURN)\b(?=(?:(?!\b(?:WITH|RETURN|MATCH|UNWIND|CALL|SET|FOREACH)\b)[\s\S])*\b(?:collect|count|max|min|sum|avg)\s*\()(?=(?:(?!\b(?:WITH|RETURN|MATCH|UNWIND|CALL|SET|FOREACH)\b)[\s\S])*\$now\b)/i,
    '$now beside an aggregate is a grouping key where the server reads its clock; take it in a WITH of its own',
  ],
  [
    /\bSET\s+(\w+)\.(?:rev|lock)\s*=\s*\1\./i,
    'a lock that reads what it sets deadlocks with whoever waits for it on Neo4j; SET n.lock = true',
  ],
  [/;/, 'a file holds one statement, without a semicolon'],
];

const WRITES = /\b(?:CREATE|MERGE|SET|DELETE|REMOVE)\b/i;

export function bare(text: string): string {
  return text.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, "''").replace(/\/\/.*$/gm, '');
}

/** Everything wrong with a statement, in words. */
export function violations({ text, mode, header }: Procedure): string[] {
  const cypher = bare(text);
  const found = FORBIDDEN.filter(([pattern]) => pattern.test(cypher)).map(([, reason]) => reason);
  const used = new Set([...cypher.matchAll(/\$(\w+)/g)].map(([, name]) => name).filter((name) => name !== 'now'));
  const declared = header.params.map(({ name }) => name);
  for (const name of used) if (!declared.includes(String(name))) found.push(`$${name} is used but not declared`);
  for (const name of declared) if (!used.has(name)) found.push(`${name} is declared but not used`);
  if (/'[^'\n]*\$[^'\n]*'/.test(text.replace(/\/\/.*$/gm, ''))) found.push('a $ inside a string is taken for a parameter');
  if (WRITES.test(cypher) !== (mode === 'write')) found.push(`@mode ${mode} does not fit what it does`);
  const [first = ''] = /^\s*MATCH\b[\s\S]*?(?=\b(?:WITH|RETURN|CALL|UNWIND|CREATE|MERGE|SET|FOREACH)\b)/i.exec(cypher) ?? [];
  if (first.includes('+')) found.push('a key built in a first-clause MATCH is not looked up; WITH … AS k MATCH (n {key: k})');
  return [...found, ...relationshipMisuse(cypher)];
}

/** On the embedded engine a relationship that passes through an expression becomes the node with its number. */
function relationshipMisuse(cypher: string): string[] {
  const found: string[] = [];
  const relationships = names(cypher, /-\[\s*(\w+)\s*[:\]*{]/g);
  const nodes = names(cypher, /(?<!\w)\(\s*(\w+)(?=\s*:\s*[A-Z]|\s*\{|\s*\)\s*<?-)/g);
  for (const name of relationships) if (nodes.has(name)) found.push(`${name} is a node here and a relationship there`);
  const lists = new Set<string>();
  for (const name of relationships) {
    for (const list of names(cypher, new RegExp(`\\bcollect\\(\\s*(?:DISTINCT\\s+)?${name}\\s*\\)\\s+AS\\s+(\\w+)`, 'gi'))) lists.add(list);
  }
  for (const name of [...relationships, ...lists]) {
    // a property or a longer name is fine
    const itself = `${name}\\b(?!\\s*[.(])`;
    if (new RegExp(`\\b(?:THEN|ELSE)\\s+(?:\\[\\s*)?${itself}`, 'i').test(cypher)) found.push(`${name} passes through CASE`);
    if (new RegExp(`\\bcoalesce\\((?:(?:[^()]|\\([^()]*\\))*,)?\\s*${itself}`, 'i').test(cypher))
      found.push(`${name} passes through coalesce`);
    if (new RegExp(`\\[[^\\[\\]|]*\\bIN\\b[^\\[\\]|]*\\|\\s*${itself}`, 'i').test(cypher))
      found.push(`${name} passes through a list comprehension`);
  }
  for (const list of lists) {
    for (const [, variable, rest = ''] of cypher.matchAll(new RegExp(`\\[\\s*(\\w+)\\s+IN\\s+${list}\\b([^\\]]*)\\]`, 'gi'))) {
      const projected = rest.split('|')[1]?.trim();
      if (projected === undefined || projected === variable) found.push(`${list} passes through a list comprehension`);
    }
    if (new RegExp(`\\b(?:head|last|tail|reverse)\\(\\s*${list}\\s*\\)(?!\\s*\\.)`, 'i').test(cypher))
      found.push(`${list} passes through a function`);
  }
  return found;
}

function names(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name]) => String(name)));
}

/** Operators that read every node or relationship of a kind. A product of rows that unique keys find is one row. */
export function serverScans(plan: string): string[] {
  const lines = plan.split('\n');
  const scan = /AllNodesScan|NodeByLabelScan|NodeIndexScan|RelationshipTypeScan|AllRelationshipsScan/;
  return lines.filter((line, index) => scan.test(line) || (/CartesianProduct/.test(line) && !multipliesSingleRows(lines, index)));
}

function multipliesSingleRows(lines: readonly string[], product: number): boolean {
  const depth = (index: number) => (lines[index] ?? '').search(/\S/);
  let end = product + 1;
  while (end < lines.length && depth(end) > depth(product)) end++;
  const leaves = lines.slice(product + 1, end).filter((_, index) => depth(product + 2 + index) <= depth(product + 1 + index));
  return leaves.every((leaf) => /NodeUniqueIndexSeek|Argument/.test(leaf));
}

/** A scan of the embedded engine is a look-up where a filter directly above it names an index or compares with a constant. */
export function embeddedScans(plan: string): string[] {
  const lines = plan.split('\n');
  return lines.filter((line, index) => {
    if (!/NodeScan \(\w+:\w+\)/.test(line)) return false;
    let above = index - 1;
    while (above >= 0 && /^\s*Filter/.test(lines[above] ?? '')) above--;
    return !lines.slice(above + 1, index).some((filter) => /\[index: |\.\w+ Eq (?:"[^"]*"|-?\d+)[) ]/.test(filter));
  });
}
