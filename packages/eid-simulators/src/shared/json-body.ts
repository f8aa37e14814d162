import type { IncomingMessage } from 'node:http';

/** Why a request body could not be read. */
export type BodyFault = 'too-large' | 'not-json';

/** Thrown for a body that is too large or not JSON in UTF-8. */
export class BodyError extends Error {
  readonly fault: BodyFault;
  constructor(fault: BodyFault) {
    super(`request body ${fault}`);
    this.fault = fault;
  }
}

/**
 * Reads a JSON body up to this number of bytes.
 * @throws {BodyError}
 */
export async function readJson(request: IncomingMessage, maximum: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to the end even if too large: a sender that is cut off would not read the response.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maximum) chunks.push(chunk);
  }
  if (size > maximum) throw new BodyError('too-large');
  return parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BodyError('not-json');
  }
}
