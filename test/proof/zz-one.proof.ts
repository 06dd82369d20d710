import { it } from 'vitest';
import { Chance } from '../support/chance.ts';
import { Walk } from '../support/everything/walk.ts';
import { describeInProcess } from '../support/stores.ts';
describeInProcess('one', (on) => {
  const seeds = (process.env.SEEDS ?? '4').split(',').flatMap((s) => { const [a, b] = s.split('-').map(Number); return Array.from({ length: (b ?? a!) - a! + 1 }, (_, i) => a! + i); });
  const bad: string[] = [];
  it('all', async () => {
    for (const seed of seeds) {
      const calls: string[] = [];
      const tracing = new Proxy({}, { get(_: any, k: string) { const t: any = on.store; const f = t[k]; return typeof f !== 'function' ? f : (...a: any[]) => { 
        if (!['history','list','reviews','entity','predicates','operation','doctor','asOf'].includes(k)) { calls.push(`store.${k}(${a.map((x) => JSON.stringify(x)).join(', ')})`);
          const r = f.apply(t, a); r.then((x: any) => calls.push('   -> ' + JSON.stringify(x).slice(0, 300)), (e: any) => calls.push('   !! ' + e.message)); return r; }
        return f.apply(t, a); }; } });
      const walk = new Walk({ engine: on.engine, door: on.door, another: on.another, at: on.at, fresh: () => on.fresh(), store: tracing } as any, new Chance(seed));
      let s = 0;
      try {
        await walk.begin();
        for (; s < Number(process.env.STEPS ?? 40); s++) { calls.push(`--- step ${s}`); await walk.step(`seed ${seed} step ${s}`); }
        await walk.end(`seed ${seed}`);
      } catch (e: any) {
        bad.push(`${seed}: ${String(e.message).split('\n')[0]!.slice(0, 200)}`);
        console.log(`SEED ${seed} STEP ${s}: ${e.message.slice(0, 300)}`);
        if (seeds.length === 1) {
          console.log(calls.join('\n'));
          const walkDiff = (a: any, b: any, path: string) => { if (JSON.stringify(a) === JSON.stringify(b)) return; if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) { console.log(`DIFF ${path}: got ${JSON.stringify(a)?.slice(0,1500)} expected ${JSON.stringify(b)?.slice(0,1500)}`); return; }
            if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) { const sa = new Set(a.map((x: any) => JSON.stringify(x))); const sb = new Set(b.map((x: any) => JSON.stringify(x))); console.log(`DIFF ${path} only got: ${[...sa].filter((x) => !sb.has(x)).join('\n   ')}\n   only expected: ${[...sb].filter((x) => !sa.has(x)).join('\n   ')}`); return; }
            for (const k of new Set([...Object.keys(a), ...Object.keys(b)])) walkDiff(a[k], b[k], `${path}.${k}`); };
          if (e.actual !== undefined) { const parse = (x: any) => x; walkDiff(parse(e.actual), parse(e.expected), ''); }
          console.log(e.stack);
        }
      }
    }
    console.log('BAD', bad.length, 'of', seeds.length, '\n' + bad.join('\n'));
  });
});
