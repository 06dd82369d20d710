import { defineConfig } from 'vitest/config';

/** Replays of real data and proofs: long, so a command of their own. PALIMPSEST_PROVE=full runs them at full size. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.proof.ts'],
    globalSetup: ['test/support/announce.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    // other test files keep the machine busy
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
  },
});
