import type { Io } from '../io.ts';

const BAR = 24;
const BAR_EVERY = 100;
const LINE_EVERY = 5_000;

/** A bar that redraws itself on a terminal; elsewhere a line now and then. */
export class Progress {
  readonly #io: Io;
  readonly #begun = Date.now();
  #last = Date.now();
  #drawn = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /** `share` of the input that has been read, null if unknown. */
  update(rows: number, rejected: number, share: number | null): void {
    const now = Date.now();
    if (now - this.#last < (this.#io.progressBar ? BAR_EVERY : LINE_EVERY)) return;
    this.#last = now;
    const rate = Math.round(rows / Math.max((now - this.#begun) / 1000, 0.001));
    const said = `${number(rows)} rows, ${number(rate)}/s${rejected > 0 ? `, ${number(rejected)} rejected` : ''}`;
    const percent = share === null ? '' : `${Math.floor(Math.min(share, 1) * 100)}% `;
    if (!this.#io.progressBar) {
      this.#io.err(`import: ${percent}${said}\n`);
      return;
    }
    const filled = Math.round(Math.min(share ?? 0, 1) * BAR);
    this.#io.err(`\r\x1b[2K${share === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${percent}`}${said}`);
    this.#drawn = true;
  }

  /** Makes room for other lines. */
  clear(): void {
    if (this.#drawn) this.#io.err('\r\x1b[2K');
    this.#drawn = false;
  }
}

const number = (n: number): string => n.toLocaleString('en-US');
