import type { IncomingMessage } from 'node:http';

/** In bytes: a text to sign of the greatest length whose every character is escaped, and what goes with it. */
export const BIGGEST_FORM = 128 * 1024;

/**
 * Reads a form as it was sent; undefined when it is bigger than we read. What is left of such a one stays on its way: the
 * connection is of no use afterwards.
 */
export async function readText(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BIGGEST_FORM) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
