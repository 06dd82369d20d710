import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** The messages of Bolt that a write is made of, by their tags. */
const STEPS: ReadonlyMap<number, Step> = new Map([
  [0x10, 'RUN'],
  [0x11, 'BEGIN'],
  [0x12, 'COMMIT'],
  [0x3f, 'PULL'],
]);
export type Step = 'BEGIN' | 'RUN' | 'PULL' | 'COMMIT';
const HELLO = 0x01;
/** Bytes. */
const LONGEST_AGREEMENT = 24;
/** What ends a reply: SUCCESS, IGNORED, FAILURE. */
const ENDS: ReadonlySet<number> = new Set([0x70, 0x7e, 0x7f]);

/** Before the message reaches the server; when it has; when its reply is there and none of it was passed on; when all of it was. */
export const WHERE = ['unsent', 'sent', 'answered', 'passed'] as const;
export interface Fault {
  /** Which of the messages from now on, by number. */
  readonly at: number;
  readonly where: (typeof WHERE)[number];
  /** Broken; open, but nothing comes through any more; or nothing for so many ms. */
  readonly how: 'cut' | 'silent' | { readonly stalledMs: number };
  /** Nobody is let in again until `heal`. */
  readonly lasting?: boolean;
}

/** Passes Bolt on to a server, and breaks one connection at one message. */
export class BoltProxy {
  /** What was sent since the last `arm` or `heal`. */
  steps: Step[] = [];
  /** How often it struck. */
  struck = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #fault: Fault | null = null;
  #isDown = false;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async before(url: string): Promise<BoltProxy> {
    const proxy = new BoltProxy(url);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `bolt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  arm(fault: Fault): void {
    this.steps = [];
    this.#fault = fault;
  }

  heal(): void {
    this.steps = [];
    this.#fault = null;
    this.#isDown = false;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(client: Socket): void {
    this.#sockets.add(client.on('error', () => undefined).on('close', () => this.#sockets.delete(client)));
    if (this.#isDown) return void client.resetAndDestroy();
    const server = dial(Number(this.#target.port), this.#target.hostname);
    this.#sockets.add(server.on('error', () => undefined).on('close', () => this.#sockets.delete(server)));
    client.on('close', () => server.end());
    server.on('close', () => client.end());
    const link = new Link(client, server);
    const replies: (Fault | null)[] = [];

    onMessages(client, [HELLO], (message, tag) => {
      const step = tag === null ? undefined : STEPS.get(tag);
      const fault = step === undefined ? null : this.#next(step);
      if (tag !== null) replies.push(fault);
      if (fault?.where === 'unsent') this.#strike(link, fault);
      link.toServer(message);
      if (fault?.where === 'sent') this.#strike(link, fault);
    });
    onMessages(server, [...ENDS], (message, tag) => {
      const [fault = null] = replies;
      const isEnd = tag !== null && ENDS.has(tag);
      if (isEnd) replies.shift();
      if (fault?.where === 'answered' && isEnd) this.#strike(link, fault);
      if (fault?.where === 'answered' && !isEnd && fault.how === 'cut') return;
      link.toClient(message);
      if (fault?.where === 'passed' && isEnd) this.#strike(link, fault);
    });
  }

  #next(step: Step): Fault | null {
    this.steps.push(step);
    const fault = this.#fault;
    if (fault === null || this.steps.length - 1 !== fault.at) return null;
    this.#fault = null;
    return fault;
  }

  #strike(link: Link, { how, where, lasting = false }: Fault): void {
    this.struck += 1;
    this.#isDown ||= lasting;
    if (how === 'cut') link.cut(where === 'sent');
    else link.hold(how === 'silent' ? null : how.stalledMs);
  }
}

class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  #held: (() => void)[] | null = null;
  #isCut = false;

  constructor(client: Socket, server: Socket) {
    this.#client = client;
    this.#server = server;
  }

  toServer = (message: Buffer): void => this.#pass(this.#server, message);
  toClient = (message: Buffer): void => this.#pass(this.#client, message);

  /** What was passed on before still arrives at the server, if it is to. */
  cut(arrives: boolean): void {
    this.#isCut = true;
    if (arrives) this.#server.end();
    else this.#server.destroy();
    this.#client.resetAndDestroy();
  }

  /** Null: for ever. */
  hold(ms: number | null): void {
    const held: (() => void)[] = [];
    this.#held = held;
    if (ms === null) return;
    setTimeout(() => {
      this.#held = null;
      for (const pass of held) pass();
    }, ms).unref();
  }

  #pass(to: Socket, message: Buffer): void {
    const pass = () => void (to.writable && to.write(message));
    if (this.#isCut) return;
    if (this.#held === null) pass();
    else this.#held.push(pass);
  }
}

/**
 * Whole messages, each in chunks with their lengths, ended by an empty one; what agrees on a version before HELLO and its answer is passed on
 * as it comes. `tag` is null for what is no message.
 */
function onMessages(socket: Socket, first: readonly number[], take: (message: Buffer, tag: number | null) => void): void {
  let buffer = Buffer.alloc(0);
  let greeted = false;
  socket.on('data', (data: Buffer) => {
    if (!greeted) {
      // both are maps of one, behind their length
      const begins =
        Math.min(...first.map((tag) => data.subarray(0, LONGEST_AGREEMENT).indexOf(Buffer.from([0xb1, tag]))).filter((i) => i >= 2)) - 2;
      greeted = Number.isFinite(begins);
      if (begins !== 0) take(greeted ? data.subarray(0, begins) : data, null);
      if (!greeted) return;
      data = data.subarray(begins);
    }
    buffer = Buffer.concat([buffer, data]);
    for (let end = endOf(buffer); end !== null; end = endOf(buffer)) {
      // an empty one alone keeps the connection open
      take(buffer.subarray(0, end), end === 2 ? null : (buffer[3] ?? null));
      buffer = buffer.subarray(end);
    }
  });
}

function endOf(buffer: Buffer): number | null {
  for (let at = 0; at + 2 <= buffer.length; ) {
    const length = buffer.readUInt16BE(at);
    at += 2 + length;
    if (length === 0) return at;
  }
  return null;
}
