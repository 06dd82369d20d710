/** What the rule of near values says of the labelled pairs: npm run values:score */
import { isNear } from '../src/values/near.ts';
import { VALUE_PAIRS } from '../test/support/value-pairs.ts';

const scored = VALUE_PAIRS.map(([a, b, label, why]) => ({ a, b, label, why, said: isNear(a, b) ? 'near' : 'different' }));
const count = (label: string, said: string) => String(scored.filter((s) => s.label === label && s.said === said).length).padStart(11);
console.log(`${scored.length} pairs of test/support/value-pairs.ts: by label, how many are taken for one\n`);
console.log(`label           near  different`);
for (const label of ['near', 'different']) console.log(`${label.padEnd(9)}${count(label, 'near')}${count(label, 'different')}`);
for (const { a, b, label, why, said } of scored) if (said !== label) console.log(`  ${said} instead of ${label}: ${a} | ${b} (${why})`);
