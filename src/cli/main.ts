#!/usr/bin/env node
import pc from 'picocolors';
import { run } from './program.ts';

// a reader such as head may leave early
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  io: {
    stdin: process.stdin,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    color: process.stdout.isTTY === true && pc.isColorSupported,
    progressBar: process.stderr.isTTY === true,
    interruptible: () => {
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      return stop.signal;
    },
  },
  open: async (options) => (await import('../store.ts')).openPalimpsest(options),
});
