import type { IncomingMessage, ServerResponse } from 'node:http';

import { testPersons } from '@eid-broker/eid-simulators/bankid/phone/persons';
import {
  type HttpMessage,
  secretsInRequest,
  secretsInResponse,
} from '@eid-broker/testing/secrets-in';

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Known secrets, by which a test detects a leak. */
export interface Canaries {
  add(...secrets: readonly string[]): void;
  /** Records every secret of one request and its response. */
  record(request: HttpMessage, response: HttpMessage): void;
  /** Handles requests as before, and records every secret in them and in their responses. */
  watch(handle: Handle): Handle;
  /** @throws when the text holds a secret; `where` names the text */
  assertAbsent(text: string, where: string): void;
  /** @throws when the body of an error response holds a person's data, or a secret that it must not hold */
  assertErrorsClean(): void;
}

/** Longer bodies are texts to sign. */
const MAX_BYTES = 256 * 1024;
/** Shorter strings also occur as ordinary words. */
const SHORTEST = 10;

/** The persons of the simulator, and the secrets of the demo. */
const ALWAYS: readonly string[] = [
  ...testPersons.flatMap(({ personalNumber, givenName, surname }) => [
    personalNumber,
    personalNumber.slice(2),
    `${givenName} ${surname}`,
    `${personalNumber.slice(0, 8)}-${personalNumber.slice(8)}`,
  ]),
  'demo-web-secret',
  'demo-backend-secret',
];

/** The fixed canaries, and those found in the requests and responses of one service. */
export function newCanaries(): Canaries {
  const known = new Set(ALWAYS);
  const errors: string[] = [];

  function add(...secrets: readonly string[]): void {
    for (const secret of secrets) if (secret.length >= SHORTEST) known.add(secret);
  }

  function record(request: HttpMessage, response: HttpMessage): void {
    add(...secretsInRequest(request), ...secretsInResponse(response));
  }

  return {
    add,
    record,

    watch: (handle) => (req, res) => {
      const received = copied(req, 'push');
      const answered = copied(res, 'write', 'end');
      const { url, headers } = req;
      const host = `http://${headers.host}`;
      res.once('close', () => {
        const location = String(res.getHeader('location') ?? '');
        const response = { url: location, headers: res.getHeaders(), text: answered() };
        record({ url: `${host}${url}`, headers, text: received() }, response);
        if (res.statusCode >= 400) errors.push(withoutOwn(response));
      });
      return handle(req, res);
    },

    assertAbsent: (text, where) => assertNone(known, text, where),
    assertErrorsClean: () => assertNone(known, errors.join('\n'), 'the body of an error'),
  };
}

/** The response to a pending poll is an error that carries a QR code. */
function withoutOwn(response: HttpMessage): string {
  return secretsInResponse(response).reduce((text, own) => text.replaceAll(own, ''), response.text);
}

function assertNone(secrets: Iterable<string>, text: string, where: string): void {
  const found = [...secrets].filter((secret) => text.includes(secret));
  if (found.length === 0) return;
  const at = found.map((secret) => `${secret}\n  in … ${around(text, secret)} …`);
  throw new Error(`${where} contains secrets:\n${at.join('\n')}`);
}

/** The data that passes through these methods of a stream, as text. */
function copied<Stream extends object>(
  stream: Stream,
  ...methods: readonly (keyof Stream)[]
): () => string {
  const chunks: Buffer[] = [];
  for (const method of methods) {
    const original: unknown = stream[method];
    if (typeof original !== 'function') throw new Error(`${String(method)} is no method`);
    Object.assign(stream, {
      [method](...given: readonly unknown[]) {
        const [chunk] = given;
        if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) chunks.push(Buffer.from(chunk));
        return Reflect.apply(original, stream, given);
      },
    });
  }
  return () => Buffer.concat(chunks).subarray(0, MAX_BYTES).toString();
}

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 120), at + secret.length + 40);
}
