import type { IncomingMessage, ServerResponse } from 'node:http';

import { testPersons } from '@eid-broker/eid-simulators/bankid/phone/persons';
import { type Half, secretsAsked, secretsGiven } from '@eid-broker/testing/secrets-in';

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Secrets that are known, so that whoever lets one out is caught. */
export interface Canaries {
  add(...secrets: readonly string[]): void;
  /** Notes every secret of one request and its answer. */
  notified(requested: Half, given: Half): void;
  /** Serves as before, and notes every secret that goes in or out. */
  watch(handle: Handle): Handle;
  /** @throws when one stands in a text that nobody should keep secrets in; `where` says which text. */
  assertAbsent(text: string, where: string): void;
  /** @throws when the body of an error told of a person, or told a secret that is not its own to tell. */
  assertErrorsClean(): void;
}

/** Bodies beyond this are the texts that people sign. */
const MOST_BYTES = 256 * 1024;
/** Shorter ones are words as well. */
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

/** Canaries that everybody knows, and those that are found in what one service is asked and answers. */
export function newCanaries(): Canaries {
  const known = new Set(ALWAYS);
  const errors: string[] = [];

  function add(...secrets: readonly string[]): void {
    for (const secret of secrets) if (secret.length >= SHORTEST) known.add(secret);
  }

  function notified(requested: Half, given: Half): void {
    add(...secretsAsked(requested), ...secretsGiven(given));
  }

  return {
    add,
    notified,

    watch: (handle) => (req, res) => {
      const requested = copied(req, 'push');
      const answered = copied(res, 'write', 'end');
      const { url, headers } = req;
      const host = `http://${headers.host}`;
      res.once('close', () => {
        const location = String(res.getHeader('location') ?? '');
        const given = { url: location, headers: res.getHeaders(), text: answered() };
        notified({ url: `${host}${url}`, headers, text: requested() }, given);
        if (res.statusCode >= 400) errors.push(withoutOwn(given));
      });
      return handle(req, res);
    },

    assertAbsent: (text, where) => assertNone(known, text, where),
    assertErrorsClean: () => assertNone(known, errors.join('\n'), 'the body of an error'),
  };
}

/** A pending poll is an error that has a QR code to give. */
function withoutOwn(given: Half): string {
  return secretsGiven(given).reduce((text, own) => text.replaceAll(own, ''), given.text);
}

function assertNone(secrets: Iterable<string>, text: string, where: string): void {
  const found = [...secrets].filter((secret) => text.includes(secret));
  if (found.length === 0) return;
  const at = found.map((secret) => `${secret}\n  in … ${around(text, secret)} …`);
  throw new Error(`${where} holds what nobody may read there:\n${at.join('\n')}`);
}

/** What goes through these methods of a stream, as text. */
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
  return () => Buffer.concat(chunks).subarray(0, MOST_BYTES).toString();
}

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 120), at + secret.length + 40);
}
