import { it } from 'vitest';
import { AsOfWalk } from '../support/as-of-walk.ts';
import { SEED, sized } from '../support/size.ts';
import { describeStores } from '../support/stores.ts';

describeStores('what was answered is answered again as known then', (on) => {
  const walks = on.engine.shared ? sized(2, 20) : sized(12, 200);
  it.each(Array.from({ length: walks }, (_, i) => SEED + i))('seed %i', (seed) => new AsOfWalk(on, seed).run());
});
