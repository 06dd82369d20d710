import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Issue, PalimpsestError } from '../../errors.ts';

/** A line of the file: something to remember, or what is wrong with it. */
export interface Row {
  readonly line: number;
  /** Checked by the store, like what comes through any other door. */
  readonly candidate?: Readonly<Record<string, unknown>>;
  readonly issue?: Issue;
}

export interface Input {
  readonly lines: AsyncIterable<string>;
  /** Null for a stream of unknown length. */
  readonly bytes: number | null;
  /** Of the lines handed out, near enough. */
  bytesRead(): number;
  /** Ends `lines`, also when they are waited for. */
  stop(): void;
  close(): Promise<void>;
}

export async function openInput(file: string, stdin: Readable): Promise<Input> {
  if (file === '-') return { ...streamLines(stdin), bytes: null, close: async () => undefined };
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error);
  });
  const { size } = await handle.stat();
  return { ...streamLines(handle.createReadStream({ autoClose: false })), bytes: size, close: () => handle.close() };
}

export async function* parseRows(lines: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    const json = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (json.trim() !== '') yield { line, ...parse(json) };
  }
}

function parse(json: string): Omit<Row, 'line'> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { candidate: value as Record<string, unknown> };
    return { issue: { path: 'line', message: 'is not a JSON object', next: 'write one object with subject, predicate and value a line' } };
  } catch {
    // the parser's message quotes the text
    return { issue: { path: 'line', message: 'is not JSON', next: 'write one complete JSON object a line, with no comma after it' } };
  }
}

function streamLines(stream: Readable): Pick<Input, 'lines' | 'bytesRead' | 'stop'> {
  let read = 0;
  let failure: NodeJS.ErrnoException | undefined;
  const reader = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  stream.on('error', (error) => {
    failure = error;
    reader.close();
  });
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const line of reader) {
        read += Buffer.byteLength(line) + 1;
        yield line;
      }
    } catch (error) {
      failure = error as NodeJS.ErrnoException;
    }
    // some versions of Node end the reader quietly where its stream broke
    if (failure !== undefined) throw unreadable(failure);
  }
  return { lines: lines(), bytesRead: () => read, stop: () => reader.close() };
}

function unreadable(error: NodeJS.ErrnoException): PalimpsestError {
  const missing = error.code === 'ENOENT';
  const said = missing
    ? 'there is no such file — give its path, or - to read stdin'
    : `the file cannot be read (${error.code ?? 'unknown'}) — give a readable file, or -`;
  return new PalimpsestError(missing ? 'not_found' : 'invalid_input', said, { operation: 'import' });
}
