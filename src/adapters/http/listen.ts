import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

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
  /** Called for each connection that is closed unread, or with half of its headers. */
  readonly onDrop?: () => void;
  /** Beyond so many, a connection is closed unread. Each may hold as much as the headers may have. */
  readonly mostConnections?: number;
}

/** A text to sign travels in a URL: 40,000 characters and more must fit into the headers. */
const MAX_HEADER_BYTES = 128 * 1024;

const MOST_CONNECTIONS = 5_000;

/** Above this share of connections, idle ones are closed to admit new ones. */
const CROWDED = 0.9;

/** A connection may then take a second for the headers of its request: so many checks. */
const CROWDED_CHECKS = 4;
const CROWD_CHECK_MS = 250;

/** After that many requests the client must reconnect, perhaps to another replica. */
const MOST_REQUESTS_ON_ONE = 1_000;

/** While a server closes, how often it closes connections whose last answer is complete. */
const SWEEP_MS = 50;

/** Starts an HTTP server that sheds slow, idle and huge clients. Rejects with one clear line when it cannot listen. */
export async function listen(
  handle: Handle,
  { port, address, onDrop = () => {}, mostConnections = MOST_CONNECTIONS }: ListenAt,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often the two above are looked after; every 30 seconds by default.
      connectionsCheckingInterval: 2_000,
      // Longer than proxies keep theirs, so that none sends a request into a connection that we close.
      keepAliveTimeout: 65_000,
    },
    boundedBodies(handle),
  );
  server.maxConnections = mostConnections;
  server.on('drop', onDrop);
  server.maxRequestsPerSocket = MOST_REQUESTS_ON_ONE;
  makeRoom(server, CROWDED * mostConnections, onDrop);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, { port, address })));
    server.listen(port, address, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, graceMs),
  };
}

/** Beyond the crowd, connections without a request are closed: idle ones at once, those that send headers slowly soon. */
function makeRoom(server: Server, crowd: number, onDrop: () => void): void {
  let open = 0;
  let checks = 0;
  /** Since which check each connection has had no request. */
  const silent = new Map<Socket, number>();
  server.on('connection', (socket) => {
    open += 1;
    silent.set(socket, checks);
    socket.once('close', () => {
      open -= 1;
      silent.delete(socket);
    });
    if (open > crowd) server.closeIdleConnections();
  });
  server.on('request', ({ socket }, res) => {
    silent.delete(socket);
    res.once('close', () => void (socket.destroyed || silent.set(socket, checks)));
  });
  // What has arrived meanwhile is read between a timer and an immediate.
  const check = setInterval(() => {
    checks += 1;
    if (open > crowd) setImmediate(cutSlow);
  }, CROWD_CHECK_MS).unref();
  server.once('close', () => clearInterval(check));

  function cutSlow(): void {
    for (const [socket, since] of silent) {
      if (checks - since <= CROWDED_CHECKS) continue;
      socket.destroy();
      onDrop();
    }
  }
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
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Answers requests. */
export interface Handle {
  (req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** In bytes: several times what any endpoint takes. Each endpoint has its own limit, and its own words for it. */
const BIGGEST_BODY = 1024 * 1024;

/** How long a client may go on with a body whose answer it has: it must be able to read that answer first. */
const LINGER_MS = 2_000;

/** True of a body whose announced length is far too large: it is not read. */
export function isTooBig({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > BIGGEST_BODY;
}

/**
 * Takes no body to its end that nobody wants to read: without this, what comes after the answer would be read and
 * thrown away for as long as a request may last.
 */
export function boundedBodies(handle: Handle): Handle {
  return (req, res) => {
    res.once('finish', () => endUnread(req));
    return handle(req, res);
  };
}

function endUnread(req: IncomingMessage): void {
  if (req.complete) return;
  const cut = () => void (req.complete || req.socket.destroy());
  setTimeout(cut, LINGER_MS).unref();
}
