import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running HTTP server. */
export interface Listening {
  readonly port: number;
  /** Takes no new requests, lets those in flight finish for `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** Where to listen; port 0 picks a free one. */
export interface ListenAt {
  readonly port: number;
  readonly address: string;
}

/** A text to sign travels in a URL: 40,000 characters and more must fit into the headers. */
const MAX_HEADER_BYTES = 128 * 1024;

/** Each may hold as much as the headers may have: beyond it, a connection is closed unread. */
const MOST_CONNECTIONS = 5_000;

/** Starts an HTTP server that sheds slow clients. Rejects with one clear line when it cannot listen. */
export async function listen(
  handler: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  { port, address }: ListenAt,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often the two above are looked after; every 30 seconds by default.
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 65_000,
    },
    handler,
  );
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, { port, address })));
    server.listen(port, address, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, graceMs),
  };
}

function cannotListen(error: NodeJS.ErrnoException, { port, address }: ListenAt): Error {
  const where = `${address}:${port}`;
  if (error.code === 'EADDRINUSE') return new Error(`port ${port} is in use (${where})`);
  if (error.code === 'EACCES') return new Error(`not allowed to listen on ${where}`);
  return new Error(`cannot listen on ${where}: ${error.message}`, { cause: error });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
