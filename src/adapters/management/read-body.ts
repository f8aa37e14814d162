import type { IncomingMessage } from 'node:http';

import { type JsonSchema, schemaProblems } from './json-schema.ts';
import { ApiProblem } from './problem.ts';
import type { RouteBody } from './route.ts';

/** In bytes. */
const MAX_BODY = 1024 * 1024;

/** A body, and its media type. */
export interface ReadBody {
  readonly body: unknown;
  readonly bodyType: string | undefined;
}

/** Parses the text of a media type other than JSON. @throws {ApiProblem} */
export type ParseText = (text: string) => unknown;

/**
 * Reads the body of a request.
 * @throws {ApiProblem} 400 for a malformed one, 413 for a big one, 415 for another media type
 */
export async function readBody(
  req: IncomingMessage,
  declared: RouteBody,
  parsers: Readonly<Record<string, ParseText>>,
): Promise<ReadBody> {
  const bytes = await bytesOf(req, declared.limits);
  if (bytes.length === 0 && declared.optional === true) return { body: {}, bodyType: undefined };
  const bodyType = mediaTypeOf(req);
  if (bodyType === undefined || !declared.types.includes(bodyType)) {
    throw new ApiProblem(415, `The body must have the media type ${declared.types.join(' or ')}.`);
  }
  const text = textOf(bytes);
  const parse = parsers[bodyType] ?? parseJson;
  const body = parse(text);
  if (declared.isSettings === true) requireMapping(body);
  else check(declared.schema, body);
  return { body, bodyType };
}

/** Text in another encoding than UTF-8 would be stored changed. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiProblem(400, 'The body is not UTF-8.');
  }
}

async function bytesOf(req: IncomingMessage, limits: string | undefined): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY) throw tooBig(limits);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw tooBig(limits);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The rest of this connection is the unread body, so it is closed once the client had time to read the answer. */
function tooBig(limits: string | undefined): ApiProblem {
  const message = ['The body has more than a megabyte (1 MiB).', limits ?? []].flat().join(' ');
  return new ApiProblem(413, message, { headers: { Connection: 'close' } });
}

function mediaTypeOf({ headers }: IncomingMessage): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/** The problem has no excerpt, which could show a secret. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiProblem(400, 'The body is not valid JSON.');
  }
}

function requireMapping(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw new ApiProblem(422, 'The body must be a mapping.', {
    errors: [{ path: '', message: 'must be a mapping' }],
  });
}

function check(schema: JsonSchema, body: unknown): void {
  const errors = schemaProblems(schema, body);
  if (errors.length > 0) throw new ApiProblem(422, 'The body does not fit its schema.', { errors });
}
