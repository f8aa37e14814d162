import type { CheckedShape } from '../../domain/national-number.ts';

/** Redacts one line. */
export type Redact = (line: string) => string;

/**
 * The last safety net of the log. It replaces texts with the form of a secret, or of a person's national number.
 * `shapes` describe the latter as regular expressions. A checked shape needs its check digit, too. No code logs one on
 * purpose, but the error text of a library might contain it. A line of JSON stays valid JSON. The time is linear to the
 * length of any line.
 */
export function makeRedact(shapes: readonly (string | CheckedShape)[]): Redact {
  const redactNumbers = makeRedactNumbers(shapes);
  return (line) => redactNumbers(redactSecrets(line));
}

/** No digit may precede it, except at the end of an escape. */
const START = '(?:(?<!\\d|\\\\u)|(?<=%[\\dA-Fa-f]{2}|\\\\u[\\da-f]{4}))';

const NUMBER_REDACTED = '[number]';

/** Our own hexadecimal ids: references, spans, UUIDs. A number inside is a coincidence. */
const ID = /^(?:[\da-f]{16}|[\da-f]{32}|[\da-f]{64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const MAX_ID_LENGTH = 64;

/** Escapes of JSON, which must stay intact, and runs that may be base64 of either alphabet. */
const RUN = /\\u[\da-f]{4}|\\.|[\w+/-]{14,}={0,2}/g;
/** Three digits in a row in base64: every date contains them. */
const THREE_DIGITS = /[MNO][DTjz][AEIMQUYcgk][w-z0-5]/;
/** The encoded text may begin anywhere in a run, because preceding characters may be of the same alphabet. */
const ALIGNMENTS = [0, 1, 2, 3];

/** Replaces national numbers in plain text, in URLs and in base64, anywhere in a text. */
function makeRedactNumbers(shapes: readonly (string | CheckedShape)[]): Redact {
  const unchecked = shapes.filter((shape) => typeof shape === 'string');
  const rules = [
    { number: expressionOf(unchecked.join('|')), fits: () => true },
    ...shapes.flatMap((one) =>
      typeof one === 'string' ? [] : [{ number: expressionOf(one.shape), fits: one.fits }],
    ),
  ];
  return (line) =>
    rules.reduce(
      (text, { number, fits }) =>
        text.replace(number, (found, at: number) =>
          fits(found) && !isInId(text, found, at) ? NUMBER_REDACTED : found,
        ),
      line.replace(RUN, (run) => (hidesNumber(run) ? NUMBER_REDACTED : run)),
    );

  function hidesNumber(run: string): boolean {
    if (run.startsWith('\\') || !THREE_DIGITS.test(run)) return false;
    return ALIGNMENTS.some((start) => {
      const text = Buffer.from(run.slice(start), 'base64').toString('latin1');
      return rules.some(({ number, fits }) =>
        [...text.matchAll(number)].some(([one]) => fits(one)),
      );
    });
  }
}

function expressionOf(shape: string): RegExp {
  return new RegExp(`(?=\\d)${START}(?:${shape})(?!\\d)`, 'g');
}

function isInId(line: string, number: string, at: number): boolean {
  // The digits of an escape, once or twice encoded, are no part of an id.
  const before = /(%?)([\da-f-]*)$/i.exec(line.slice(Math.max(at - MAX_ID_LENGTH, 0), at));
  if (before?.[1] === '%') return false;
  const end = at + number.length;
  const after = /^[\da-f-]*/i.exec(line.slice(end, end + MAX_ID_LENGTH))?.[0] ?? '';
  return ID.test(`${before?.[2] ?? ''}${number}${after}`);
}

/** The replacements of the kinds of secrets. */
const SECRET_REDACTED = {
  pem: '[pem]',
  token: '[token]',
  credential: '[credential]',
  sealed: '[sealed]',
};

/** Up to its end, or up to the end of a truncated one. The line breaks of JSON are two characters. */
const PEM =
  /-----BEGIN [\w ]{1,40}-----(?:[\w+/=:,\s]|\\[nr]|-(?!----))*(?:-----END [\w ]{1,40}-----)?/g;

/** Words with dots between them, such as signed and encrypted tokens. */
const DOTTED = /[\w.-]+/g;
/** The start of a token: `{"` or `{ ` in base64url. At least two parts follow. */
const TOKEN_HEADER = /ey[JA][\w-]{8}/;
/** A hash of the vault; its encrypted values are no text. */
const SEALED = /h1\.[\da-f]{8}\.[\w-]{20,}/g;

/** The header `Authorization`. A sentence with "Bearer" has no word of that length after it. */
const BEARER = /\b(Bearer|DPoP)(?:\s|%20|\+)+[\w.~+/%-]{20,}=*/gi;
const BASIC = /\b(Basic)(?:\s|%20|\+)+([\w+/-]{4,}={0,2})/gi;
/** A user and a password, decoded from base64. */
const USER_AND_PASSWORD = /^[\x20-\x7e]*:[\x20-\x7e]*$/;
const IN_URL = /\/\/[^\s"\\/?#@:]*:[^\s"\\/?#@]*@/g;

const COOKIES = /\b((?:set-)?cookie\\*["']?\s*[:,=]\s*\\*["'[]{0,2})[^"'\\=]{1,64}=[^"'\\]*/gi;

/** The secret parameters of the protocols in forms, URLs and JSON. */
const NAMES = [
  'access_token',
  'id_token',
  'refresh_token',
  'id_token_hint',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'assertion',
  'auth_req_id',
  'headless_req_id',
  'password',
  'secret',
  'autostarttoken',
  'qr_?data',
  'evidence',
  'ocsp_?response',
].join('|');
const NAMED = new RegExp(
  `((?:${NAMES})(?:=|%3D|\\\\*"\\s*:\\s*\\\\*"))[^\\s"'&\\\\,;()]{6,}`,
  'gi',
);
/** Only in forms and URLs: the log has a fact `code`, which is no secret. */
const CODE = /\b(code(?:=|%3D))[\w-]{20,}/gi;

const SECRET_RULES: readonly Redact[] = [
  (text) => text.replace(PEM, SECRET_REDACTED.pem),
  (text) => (TOKEN_HEADER.test(text) ? text.replace(DOTTED, withoutToken) : text),
  (text) => text.replace(SEALED, SECRET_REDACTED.sealed),
  (text) => text.replace(BEARER, `$1 ${SECRET_REDACTED.credential}`),
  (text) => text.replace(BASIC, withoutPassword),
  (text) => text.replace(IN_URL, `//${SECRET_REDACTED.credential}@`),
  (text) => text.replace(COOKIES, `$1${SECRET_REDACTED.credential}`),
  (text) => text.replace(NAMED, `$1${SECRET_REDACTED.credential}`),
  (text) => text.replace(CODE, `$1${SECRET_REDACTED.credential}`),
];

/** Replaces tokens, credentials, keys and cookies, by their form or their name. */
function redactSecrets(line: string): string {
  return SECRET_RULES.reduce((text, redact) => redact(text), line);
}

/** By its parts: a search from each letter would take quadratic time. */
function withoutToken(run: string): string {
  const parts = run.split('.');
  const header = parts.slice(0, -2).findIndex((part) => TOKEN_HEADER.test(part));
  if (header === -1) return run;
  const before = parts.slice(0, header + 1).join('.');
  return `${before.slice(0, before.search(TOKEN_HEADER))}${SECRET_REDACTED.token}`;
}

function withoutPassword(found: string, scheme: string, text: string): string {
  const isPassword = USER_AND_PASSWORD.test(Buffer.from(text, 'base64').toString('latin1'));
  return isPassword ? `${scheme} ${SECRET_REDACTED.credential}` : found;
}
