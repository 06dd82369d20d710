import { connect, type Socket } from 'node:net';

/** A connection by hand, for what no proper client sends. */
export interface Line {
  readonly socket: Socket;
  send(text: string | Uint8Array): void;
  /** All that came until the other side closed. */
  readonly closed: Promise<string>;
  received(): string;
}

export function dial(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    const closed = new Promise<string>((done) => socket.once('close', () => done(text)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject).on('error', () => undefined);
      resolve({ socket, closed, send: (what) => void socket.write(what), received: () => text });
    });
  });
}

/** The problem at the end of a raw reply. */
export const problemIn = (reply: string): Record<string, unknown> =>
  JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
