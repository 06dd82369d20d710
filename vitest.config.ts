import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/announce.ts'],
    // a cold server plans its first statements for seconds
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // other test files keep the machine busy
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    // nothing is mocked, so a worker loads the modules once: a fifth of the time
    isolate: false,
  },
});
