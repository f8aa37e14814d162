/** Replaces what it knows in a text. */
type Scrub = (text: string) => string;

/** In place of what holds a secret of that sort. */
const SCRUBBED = { pem: '[pem]', token: '[token]', credential: '[credential]', sealed: '[sealed]' };

/** Up to its end, or, cut off, as far as it goes. The line breaks of JSON are two characters. */
const PEM =
  /-----BEGIN [\w ]{1,40}-----(?:[\w+/=:,\s]|\\[nr]|-(?!----))*(?:-----END [\w ]{1,40}-----)?/g;

/** Words with dots between them, among which are signed and encrypted tokens. */
const DOTTED = /[\w.-]+/g;
/** How a token begins: `{"` or `{ ` in base64url. At least two parts follow. */
const TOKEN_HEADER = /ey[JA][\w-]{8}/;
/** A hash that our vault made; what it seals is no text. */
const SEALED = /h1\.[\da-f]{8}\.[\w-]{20,}/g;

/** The header `Authorization`; a sentence that says "Bearer" has no word of that length behind it. */
const BEARER = /\b(Bearer|DPoP)(?:\s|%20|\+)+[\w.~+/%-]{20,}=*/gi;
const BASIC = /\b(Basic)(?:\s|%20|\+)+([\w+/-]{4,}={0,2})/gi;
/** A user and a password as base64 hides them. */
const USER_AND_PASSWORD = /^[\x20-\x7e]*:[\x20-\x7e]*$/;
const IN_URL = /\/\/[^\s"\\/?#@:]*:[^\s"\\/?#@]*@/g;

const COOKIES = /\b((?:set-)?cookie\\*["']?\s*[:,=]\s*\\*["'[]{0,2})[^"'\\=]{1,64}=[^"'\\]*/gi;

/** The parameters of the protocols whose values are secret, as forms, URLs and JSON write them. */
const NAMES = [
  ...['access_token', 'id_token', 'refresh_token', 'id_token_hint', 'code_verifier'],
  ...['client_secret', 'client_assertion', 'assertion', 'auth_req_id', 'headless_req_id'],
  ...['password', 'secret', 'autostarttoken', 'qr_?data', 'evidence', 'ocsp_?response'],
].join('|');
const NAMED = new RegExp(
  `((?:${NAMES})(?:=|%3D|\\\\*"\\s*:\\s*\\\\*"))[^\\s"'&\\\\,;()]{6,}`,
  'gi',
);
/** Our log has a fact of that name, which is no secret. */
const CODE = /\b(code(?:=|%3D))[\w-]{20,}/gi;

const SCRUBS: readonly Scrub[] = [
  (text) => text.replace(PEM, SCRUBBED.pem),
  (text) => (TOKEN_HEADER.test(text) ? text.replace(DOTTED, withoutToken) : text),
  (text) => text.replace(SEALED, SCRUBBED.sealed),
  (text) => text.replace(BEARER, `$1 ${SCRUBBED.credential}`),
  (text) => text.replace(BASIC, withoutPassword),
  (text) => text.replace(IN_URL, `//${SCRUBBED.credential}@`),
  (text) => text.replace(COOKIES, `$1${SCRUBBED.credential}`),
  (text) => text.replace(NAMED, `$1${SCRUBBED.credential}`),
  (text) => text.replace(CODE, `$1${SCRUBBED.credential}`),
];

/** Replaces tokens, credentials, keys and cookies where their shape or their name gives them away. */
export function scrubSecrets(line: string): string {
  return SCRUBS.reduce((text, scrub) => scrub(text), line);
}

/** By its parts: a search from each letter on would take the square of the run's length. */
function withoutToken(run: string): string {
  const parts = run.split('.');
  const header = parts.slice(0, -2).findIndex((part) => TOKEN_HEADER.test(part));
  if (header === -1) return run;
  const before = parts.slice(0, header + 1).join('.');
  return `${before.slice(0, before.search(TOKEN_HEADER))}${SCRUBBED.token}`;
}

function withoutPassword(found: string, scheme: string, text: string): string {
  const isPassword = USER_AND_PASSWORD.test(Buffer.from(text, 'base64').toString('latin1'));
  return isPassword ? `${scheme} ${SCRUBBED.credential}` : found;
}
