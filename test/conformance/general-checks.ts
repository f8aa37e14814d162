import { expect } from '@jest/globals';

import type { Begun, Recorded, RelyingParty } from './relying-party.ts';

/** The characters that OAuth allows in `error` and `error_description` (RFC 6749 appendices A.7 and A.8). */
const ERROR_TEXT = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/;
/** The least entropy of a secret in bits, by the suite's estimate. */
const MIN_ENTROPY = 96;
const A_YEAR = 365 * 24 * 60 * 60;

/** The claims of an ID token that do not describe the person. */
const ENVELOPE = [
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'azp',
  'sid',
  'jti',
  'at_hash',
  'c_hash',
];

/** Checks the characters of `error` and `error_description`. */
export function checkErrorText(error: unknown, description: unknown): void {
  expect(error).toMatch(ERROR_TEXT);
  if (description !== undefined) expect(description).toMatch(ERROR_TEXT);
}

/** Checks an error response: JSON, not cached, with a 4xx status. */
export function checkRefusal(
  { status, headers, body }: Recorded,
  error: string | readonly string[],
): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('cache-control')).toContain('no-store');
  checkErrorText(body.error, body.error_description);
  expect([error].flat()).toContain(body.error);
}

/** Checks a token response as received. */
export function checkTokenAnswer(answer: Recorded | undefined): void {
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer?.headers.get('cache-control')).toContain('no-store');
  const { token_type, expires_in } = answer?.body ?? {};
  expect(String(token_type).toLowerCase()).toBe('bearer');
  expect(Number.isInteger(expires_in)).toBe(true);
  expect(Number(expires_in)).toBeGreaterThan(0);
  expect(Number(expires_in)).toBeLessThanOrEqual(A_YEAR);
}

/** Checks an authorization code, a request id or another secret. */
export function checkCode(code: string | undefined): void {
  expect(code).toMatch(/^[\x20-\x7E]+$/);
  expect(entropyOf(code ?? '')).toBeGreaterThanOrEqual(MIN_ENTROPY);
}

/** Checks that an access token can be a bearer token (RFC 6750 section 2.1) and cannot be guessed. */
export function checkAccessToken(token: string): void {
  expect(token).toMatch(/^[A-Za-z0-9._~+/-]+=*$/);
  expect(entropyOf(token)).toBeGreaterThanOrEqual(MIN_ENTROPY);
}

/** Checks what openid-client does not: the header, the audience, the nonce, the subject and the acr. */
export function checkIdToken(idToken: string, rp: RelyingParty, begun: Begun): void {
  const header = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString());
  expect(['RS256', 'ES256', 'PS256']).toContain(header.alg);
  expect(header.kid).toEqual(expect.any(String));
  const claims = claimsOf(idToken);
  expect(claims.aud).toBe(rp.client.clientId);
  expect(claims.nonce).toBe(begun.nonce);
  expect(claims.sub).toMatch(/^[\x20-\x7E]{1,255}$/);
  expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(A_YEAR);
  if (begun.maxAge !== undefined) expect(claims.auth_time).toEqual(expect.any(Number));
  const requested = begun.url.searchParams.get('acr_values');
  if (requested !== null && claims.acr !== undefined)
    expect(requested.split(' ')).toContain(claims.acr);
}

/** Checks the types of the claims that OpenID Connect defines (Core section 5.1). */
export function checkStandardClaims(person: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(person)) {
    expect(value).not.toBeNull();
    const type = TYPES[name];
    if (type !== undefined) expect([name, type(value)]).toEqual([name, true]);
  }
}

const text = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const truth = (value: unknown) => typeof value === 'boolean';
const url = (value: unknown) => text(value) && URL.canParse(String(value));
const address = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(text);
const birthdate = (value: unknown) => {
  const [, year] = /^(\d{4})-\d\d-\d\d$/.exec(String(value)) ?? [];
  return year !== undefined && Number(year) >= 1850;
};

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  sub: text,
  name: text,
  given_name: text,
  family_name: text,
  middle_name: text,
  nickname: text,
  preferred_username: text,
  gender: text,
  zoneinfo: text,
  locale: text,
  email: text,
  phone_number: text,
  profile: url,
  picture: url,
  website: url,
  email_verified: truth,
  phone_number_verified: truth,
  address,
  birthdate,
  updated_at: (value) => Number.isInteger(value),
};

/** The claims of an ID token that describe the person. */
export function unrequestedClaims(claims: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(claims).filter((name) => !ENVELOPE.includes(name));
}

/** A JWT's claims, unverified. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
}

/** Shannon's estimate over the characters, in bits. */
export function entropyOf(secret: string): number {
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / secret.length);
  return -secret.length * shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
