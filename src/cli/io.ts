import type { Readable } from 'node:stream';

/** The terminal as commands see it: documents go to `out`, everything else to `err`. */
export interface Io {
  readonly stdin: Readable;
  out(text: string): void;
  err(text: string): void;
  readonly color: boolean;
  readonly progressBar: boolean;
  /** From here on the first Ctrl-C aborts the signal instead of ending the process. */
  interruptible(): AbortSignal;
}
