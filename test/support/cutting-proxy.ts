import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/**
 * Where the connection breaks: before the request reached the server; as soon as it did; when the answer is there and none of it, or
 * half of it, was passed on.
 */
export const CUTS = ['unsent', 'sent', 'answered', 'halfway'] as const;
export type Cut = (typeof CUTS)[number];

/** Passes requests on to a server, and breaks the connections of those it is told to. */
export class CuttingProxy {
  /** What the next requests meet, in turn; null: nothing. */
  readonly cuts: (Cut | null)[] = [];
  requests = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async before(url: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(url);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(client: Socket): void {
    const server = dial(Number(this.#target.port), this.#target.hostname);
    let cut: Cut | null = null;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    }
    client.on('end', () => server.end());
    server.on('end', () => client.end());
    onMessages(client, (request) => {
      this.requests += 1;
      cut = this.cuts.shift() ?? null;
      if (cut === 'unsent') return breakUp(client, server);
      server.write(request, () => cut === 'sent' && client.resetAndDestroy());
    });
    onMessages(server, (reply) => {
      if (cut === null) return void client.write(reply);
      if (cut !== 'halfway') return breakUp(client, server);
      client.write(reply.subarray(0, reply.length >> 1), () => breakUp(client, server));
    });
  }
}

function breakUp(client: Socket, server: Socket): void {
  client.resetAndDestroy();
  server.destroy();
}

/** Whole messages of HTTP, one after the other; each has a length or no body. */
function onMessages(socket: Socket, take: (message: Buffer) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(buffer.toString('latin1', 0, head))?.[1] ?? 0);
      const end = head + 4 + length;
      if (buffer.length < end) return;
      take(buffer.subarray(0, end));
      buffer = buffer.subarray(end);
    }
  });
}
