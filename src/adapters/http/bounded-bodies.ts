import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers requests. */
export interface Handle {
  (req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** In bytes: several times what any endpoint takes. Each endpoint has its own limit, and its own words for it. */
const BIGGEST_BODY = 1024 * 1024;

/** How long a client may go on with a body whose answer it has: it must be able to read that answer first. */
const LINGER_MS = 2_000;

/** True of a body that announces to be far too big: nobody begins to read it. */
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
