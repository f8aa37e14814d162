import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';

/** Answers requests. */
export interface Handle {
  (req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** A running HTTP server. */
export interface Listening {
  readonly port: number;
  /** Accepts no new requests. Those in flight have `graceMs` to finish; then their connections are closed. */
  close(graceMs: number): Promise<void>;
}

/** Where to listen; port 0 picks a free one. */
export interface ListenAt {
  readonly port: number;
  readonly address: string;
  /** Called for each connection that is closed before its headers are complete. */
  readonly onDrop?: () => void;
  /** Further connections are closed unread. Each may hold as many bytes as the headers may have. */
  readonly maxConnections?: number;
}

/** A text to sign travels in a URL: 40,000 characters and more must fit into the headers. */
const MAX_HEADER_BYTES = 128 * 1024;

const MAX_CONNECTIONS = 5_000;

/** Above this share of connections, idle ones are closed to admit new ones. */
const CROWDED_FROM = 0.9;

/** A connection then has this many checks, one second, to send the headers of its request. */
const CROWDED_CHECKS = 4;
const CROWDED_CHECK_MS = 250;

/** After so many requests the client must reconnect, perhaps to another replica. */
const MAX_REQUESTS_PER_CONNECTION = 1_000;

/** Several times the limit of any endpoint. Each endpoint has its own limit and error. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * A client may send the rest of a body for so long after the response, and so much of it. Many clients read the response only
 * after they have sent all, or have failed to.
 */
const UNREAD_BODY_GRACE_MS = 5_000;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

/** While a server closes, how often it closes connections whose last answer is complete. */
const SWEEP_MS = 50;

/** Starts an HTTP server with limits on slow, idle and large requests. Rejects with one line when it cannot listen. */
export async function listen(
  handle: Handle,
  { port, address, onDrop = () => {}, maxConnections = MAX_CONNECTIONS }: ListenAt,
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often the two above are checked; every 30 seconds by default.
      connectionsCheckingInterval: 2_000,
      // Longer than the time-out of proxies, so that no proxy sends a request into a connection that closes.
      keepAliveTimeout: 65_000,
    },
    boundedBodies(handle),
  );
  // A client that waits for leave to send a body (RFC 9110 §10.1.1) need not send one that is refused.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (!isTooBig(req)) res.writeContinue();
    server.emit('request', req, res);
  });
  server.maxConnections = maxConnections;
  server.on('drop', onDrop);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  closeIdleConnections(server, CROWDED_FROM * maxConnections, onDrop);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, { port, address })));
    server.listen(port, address, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => close(server, graceMs),
  };
}

/**
 * With more than `crowdedFrom` connections, closes those without a request: idle ones at once, those with slow headers
 * after a second.
 */
function closeIdleConnections(server: Server, crowdedFrom: number, onDrop: () => void): void {
  let open = 0;
  let checks = 0;
  /** The check since which each connection has had no request. */
  const silent = new Map<Socket, number>();
  server.on('connection', (socket) => {
    open += 1;
    silent.set(socket, checks);
    socket.once('close', () => {
      open -= 1;
      silent.delete(socket);
    });
    if (open > crowdedFrom) server.closeIdleConnections();
  });
  server.on('request', ({ socket }, res) => {
    silent.delete(socket);
    res.once('close', () => void (socket.destroyed || silent.set(socket, checks)));
  });
  // Node reads arrived data between a timer and an immediate.
  const check = setInterval(() => {
    checks += 1;
    if (open > crowdedFrom) setImmediate(closeSlowConnections);
  }, CROWDED_CHECK_MS).unref();
  server.once('close', () => clearInterval(check));

  function closeSlowConnections(): void {
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

/** Whether the announced length of the body is far too large to read it. */
export function isTooBig({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

/**
 * Reads and discards the rest of a request body after the answer, within limits: otherwise Node would do so for as long as a
 * request may last. A connection that is to be closed is closed afterwards. Closed before, the system would answer what still
 * arrives with a reset, and the client could lose the answer.
 */
export function boundedBodies(handle: Handle): Handle {
  return (req, res) => {
    // A destroyed request has no socket any more.
    const { socket } = req;
    // A connection that closes takes no other request.
    if (socket.writableEnded) return Promise.resolve();
    // Node calls it once an answer with `Connection: close` is written.
    socket.destroySoon = () => {
      if (req.complete) return Socket.prototype.destroySoon.call(socket);
      socket.end();
      req.once('end', () => socket.destroy());
      discardRest(req, socket);
    };
    res.once('finish', () => {
      if (!req.complete && !socket.writableEnded) discardRest(req, socket);
    });
    return handle(req, res);
  };
}

function discardRest(req: IncomingMessage, socket: Socket): void {
  let left = MAX_UNREAD_BYTES;
  const cut = () => void (req.complete || socket.destroy());
  setTimeout(cut, UNREAD_BODY_GRACE_MS).unref();
  req.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) cut();
  });
  req.resume();
}
