/** What an operator may set of the server; src/config/config.ts reads it. Times in milliseconds, sizes in bytes. */
export interface ServerSettings {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** There are no keys yet, so any other address than a loopback one has to be asked for. */
  readonly insecurePublic: boolean;
  /** Largest body, after decompression. */
  readonly bodyLimit: number;
  /** Requests per minute and address; 0: no limit. */
  readonly rateLimit: number;
  readonly maxConnections: number;
  /** For the headers of a request to arrive, and for all of it. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** For requests under way when the server is told to stop. */
  readonly shutdownTimeout: number;
}

/** Names and addresses of this machine to itself. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
