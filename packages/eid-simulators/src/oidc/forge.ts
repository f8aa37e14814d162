import { createPublicKey } from 'node:crypto';

import {
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';

import type { Forgery } from './faults.ts';
import type { OidcProfile } from './profile.ts';

/** The signing keys of one eID: the published one, and one of nobody's with the same kid. */
export interface SigningKeys {
  readonly published: JWK;
  readonly foreign: JWK;
  /** Decrypts requests; published with the others. Undefined where nothing is encrypted. */
  readonly encryption: JWK | undefined;
  /** Signs the entity statement and the key set, where there are such. */
  readonly entity: JWK | undefined;
}

type Alter = (claims: JWTPayload, profile: OidcProfile) => JWTPayload;

const unaltered: Alter = (claims) => claims;

const FALSE_STATEMENTS: Readonly<Record<Forgery, Alter>> = {
  'wrong-nonce': (claims) => ({ ...claims, nonce: 'nonce-of-another-login' }),
  'wrong-issuer': (claims) => ({ ...claims, iss: 'https://another-issuer.example' }),
  'wrong-audience': (claims) => ({ ...claims, aud: 'another-client' }),
  expired: (claims) => ({ ...claims, exp: (claims.iat ?? 0) - 3600 }),
  'other-subject': (claims) => ({ ...claims, sub: 'another-subject' }),
  'lower-level': (claims, { assurance }) => {
    const [lowest] = Object.values(assurance.words);
    return { ...claims, ...Object.fromEntries(assurance.claims.map((name) => [name, lowest])) };
  },
  'old-authentication': (claims) => ({ ...claims, auth_time: (claims.iat ?? 0) - 24 * 3600 }),
  'wrong-access-token': (claims) => ({ ...claims, at_hash: 'of-another-access-toke' }),
  'foreign-key': unaltered,
  'unknown-key': unaltered,
  unsigned: unaltered,
  'public-key-as-secret': unaltered,
  'no-level': (claims, { assurance }) => without(claims, ...assurance.claims),
  'no-nonce': (claims) => without(claims, 'nonce'),
  'no-subject': (claims) => without(claims, 'sub'),
  'another-party': (claims) => ({
    ...claims,
    aud: [claims.aud ?? '', 'another-client'].flat(),
    azp: 'another-client',
  }),
  'year-of-birth': (claims) => withYearAlone(claims),
  'not-a-jwt': unaltered,
};

function without(claims: JWTPayload, ...names: readonly string[]): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
}

/** Each date of birth, whatever the claim is called, becomes its year. */
function withYearAlone(claims: JWTPayload): JWTPayload {
  const altered = Object.entries(claims).map(([name, value]) => {
    const isBirth = /(?:^|[._])(?:birthdate|date_of_birth)$/.test(name);
    return [name, isBirth ? String(value).slice(0, 4) : value] as const;
  });
  return Object.fromEntries(altered);
}

/** The claims with the false statement. */
export function falseClaims(
  claims: JWTPayload,
  forgery: Forgery,
  profile: OidcProfile,
): JWTPayload {
  return FALSE_STATEMENTS[forgery](claims, profile);
}

/** The ID token with the false statement, signed again; or a word in its place. */
export async function forgeIdToken(
  idToken: string,
  forgery: Forgery,
  { profile, keys }: { readonly profile: OidcProfile; readonly keys: SigningKeys },
): Promise<string> {
  if (forgery === 'not-a-jwt') return forgery;
  const { kid = '' } = decodeProtectedHeader(idToken);
  if (forgery === 'unsigned') return unsigned(decodeJwt(idToken));
  if (forgery === 'public-key-as-secret') {
    return signedByPublicKey(decodeJwt(idToken), { key: keys.published, kid });
  }
  const isForeign = forgery === 'foreign-key' || forgery === 'unknown-key';
  return signed(falseClaims(decodeJwt(idToken), forgery, profile), {
    key: isForeign ? keys.foreign : keys.published,
    kid: forgery === 'unknown-key' ? unknownKid(kid) : kid,
  });
}

/** The kid of the key beside the published one. */
export function unknownKid(kid = ''): string {
  return `${kid}-unknown`;
}

/** A JWT by a key, with this `kid` in its header. */
export async function signed(
  claims: JWTPayload,
  { key, kid, typ }: { readonly key: JWK; readonly kid: string; readonly typ?: string },
): Promise<string> {
  const { alg = 'RS256' } = key;
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, ...(typ !== undefined && { typ }) })
    .sign(await importJWK(key, alg));
}

/** The algorithm `none` (RFC 7518 §3.6), which verifies nothing. */
function unsigned(claims: JWTPayload): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

/** HS256 with the public key, which everybody has, as the shared secret. */
async function signedByPublicKey(
  claims: JWTPayload,
  { key, kid }: { readonly key: JWK; readonly kid: string },
): Promise<string> {
  const given = { key: { ...key }, format: 'jwk' } as const;
  const pem = createPublicKey(given).export({ type: 'spki', format: 'pem' });
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(Buffer.from(String(pem)));
}
