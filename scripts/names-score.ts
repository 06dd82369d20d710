/** What the rules of names and the catalogue say of the labelled pairs: npm run names:score [-- --all] */
import { scoreNames, scoreTable } from '../test/support/score-names.ts';

const scored = scoreNames();
console.log(
  `${scored.length} pairs of test/support/name-pairs.ts: by label, how many were accepted, would be asked, or are two\n\n${scoreTable(scored)}`,
);
const all = process.argv.includes('--all');
const right = { same: ['accept'], ask: ['review', 'new'], different: ['new'] } as const;
const other = scored.filter(({ pair, verdict }) => all || !(right[pair.label] as readonly string[]).includes(verdict.band));
if (other.length > 0) console.log(all ? '' : '\nnot as labelled (a question too many or too few, unless accepted):');
for (const { pair, verdict } of other)
  console.log(
    `  ${verdict.band.padEnd(7)} ${pair.label.padEnd(10)} ${pair.a} | ${pair.b} (${pair.why}; ${verdict.rule ?? verdict.veto ?? 'unlike'})`,
  );
