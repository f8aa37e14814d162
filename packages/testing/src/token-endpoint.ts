import { form, send, type WireAnswer } from './wire.ts';

interface Stage {
  readonly issuer: string;
  readonly port: number;
}

/** A JSON response. */
export interface JsonAnswer extends Omit<WireAnswer, 'location' | 'text'> {
  readonly body: Readonly<Record<string, unknown>>;
}

/** Posts a form to the token endpoint. */
export async function postToken(
  { issuer, port }: Stage,
  fields: Readonly<Record<string, string>> | readonly [string, string][],
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> {
  const posted = form(fields);
  const host = new URL(issuer).host;
  const all = { host, ...posted.headers, ...headers };
  return jsonOf(await send(port, { ...posted, path: '/oauth2/token', headers: all }));
}

/** The fields that exchange a code. */
export function codeFields(code: string, redirectUri = 'https://app.example.com/cb') {
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
}

/** The header of RFC 6749 §2.3.1: both values form-encoded. */
export function basic(clientId: string, secret: string): { readonly authorization: string } {
  return basicOf(`${formEncoded(clientId)}:${formEncoded(secret)}`);
}

/** The same without form encoding. */
export function basicOf(text: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

/** Requests userinfo with an access token. */
export async function userinfo(
  { issuer, port }: Stage,
  token: string,
  more: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> {
  const headers = { host: new URL(issuer).host, authorization: `Bearer ${token}`, ...more };
  return jsonOf(await send(port, { path: '/oauth2/userinfo', headers }));
}

/** Parses a response that must be JSON; the body as `withoutSupportCode`. */
export function jsonOf({ status, headers, text }: WireAnswer): JsonAnswer {
  return { status, headers, body: withoutSupportCode(JSON.parse(text), headers['support-code']) };
}

/** The answers to polls where nothing failed. */
const NO_FAILURES: readonly unknown[] = ['authorization_pending', 'slow_down'];

/** A body without the code of its error. Throws unless each failure has the code of the header, and no other body has one. */
export function withoutSupportCode<Body extends object>(body: Body, header: unknown): Body {
  const { support_code: code, ...others } = body as { readonly support_code?: unknown };
  const { error } = body as { readonly error?: unknown };
  const isFailure = typeof error === 'string' && !NO_FAILURES.includes(error);
  const expected = isFailure ? (header ?? undefined) : undefined;
  if (code !== expected) throw new Error(`support_code is ${code}, and should be ${expected}`);
  return others as Body;
}

/** The claims of a JWT, unverified. */
export function claimsIn(jwt: unknown): Record<string, unknown> {
  const [, payload = ''] = String(jwt).split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
