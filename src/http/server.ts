/** Listening, and stopping so that nothing acknowledged or under way is lost. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { invalidInput, PalimpsestError } from '../errors.ts';
import { type AppParts, makeApp } from './app.ts';
import { rawProblem } from './problems.ts';
import { isLoopback } from './settings.ts';

/** Bytes of headers and request line: a query may hold the longest value there is, percent-encoded. */
const MAX_HEADERS = 131_072;

export interface Running {
  /** Such as http://127.0.0.1:7411 */
  readonly url: string;
  /** Stops accepting, answers what is under way, and resolves when every connection is closed. The store is the caller's to close. */
  stop(): Promise<void>;
}

export async function startServer(parts: AppParts): Promise<Running> {
  const { settings } = parts;
  if (!isLoopback(settings.host) && !settings.insecurePublic)
    throw invalidInput('serve', [
      {
        path: 'host',
        message: 'is not a loopback address, and there are no keys yet: whoever reaches the port could read and write everything',
        next: 'use 127.0.0.1, or --insecure-public where something in front keeps others out',
      },
    ]);
  const app = makeApp(parts);
  const server = createServer({
    maxHeaderSize: MAX_HEADERS,
    connectionsCheckingInterval: Math.min(1_000, settings.headersTimeout),
    keepAlive: true,
  });
  server.headersTimeout = settings.headersTimeout;
  server.requestTimeout = settings.requestTimeout;
  server.keepAliveTimeout = settings.keepAliveTimeout;
  server.maxConnections = settings.maxConnections;
  server.on('clientError', refuseBroken);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const underWay = new Set<ServerResponse>();
  server.on('request', (req, res) => {
    // who keeps a connection open is told that there will be no next request on it
    if (!server.listening) res.setHeader('Connection', 'close');
    underWay.add(res);
    res.once('close', () => underWay.delete(res));
    app(req, res);
  });
  await listening(server, settings.host, settings.port);
  const { port } = server.address() as AddressInfo;
  const name = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return { url: `http://${name}:${port}`, stop: () => stopping(server, sockets, underWay, settings.shutdownTimeout) };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new PalimpsestError(
          'unavailable',
          `serve: ${host}:${port} cannot be listened on (${error.code}); choose another --port or --host`,
          {
            operation: 'serve',
            cause: error,
          },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
}

async function stopping(
  server: Server,
  sockets: ReadonlySet<Socket>,
  underWay: ReadonlySet<ServerResponse>,
  patience: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close');
  server.closeIdleConnections();
  // Node counts a connection as busy until its first request
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
}

function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.end(rawProblem('timeout', 'request: it took too long to arrive'));
  if (error.code === 'HPE_HEADER_OVERFLOW') return void socket.end(rawProblem('too_large', 'request: its headers are too large'));
  socket.end(rawProblem('invalid_input', 'request: this is not HTTP; check the request line, headers and length'));
}
