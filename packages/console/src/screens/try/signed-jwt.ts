import { base64url } from './authorize-url.ts';

/** Who signs for whom, and when. */
export interface SigningFacts {
  readonly issuer: string;
  readonly clientId: string;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly crypto: typeof globalThis.crypto;
}

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', saltLength: 32, hash: 'SHA-256' },
} as const;

const LIFETIME_SECONDS = 60;

/**
 * A JWT from the application to the issuer, signed in this tab: the key leaves it nowhere. The header has the algorithm of
 * the key, or for an RSA key the one that is demanded. It lives for a minute.
 * @throws {Error} that says what is wrong with the key
 */
export async function signedJwt(
  privateKey: string,
  claims: Readonly<Record<string, string>>,
  { issuer, clientId, now, crypto, alg: demanded }: SigningFacts & { readonly alg?: string },
): Promise<string> {
  const jwk = privateKeyIn(privateKey);
  const alg = algorithmOf(jwk, demanded);
  const seconds = Math.floor(now / 1000);
  const header = { alg, typ: 'JWT', ...(jwk.kid !== undefined && { kid: jwk.kid }) };
  const all = {
    ...claims,
    iss: clientId,
    aud: issuer,
    iat: seconds,
    nbf: seconds,
    exp: seconds + LIFETIME_SECONDS,
    jti: crypto.randomUUID(),
  };
  const signed = `${part(header)}.${part(all)}`;
  const key = await crypto.subtle.importKey('jwk', bare(jwk), ALGORITHMS[alg], false, ['sign']);
  const bytes = new TextEncoder().encode(signed);
  const signature = await crypto.subtle.sign(ALGORITHMS[alg], key, bytes);
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

type Jwk = JsonWebKey & { readonly kid?: string };

function privateKeyIn(text: string): Jwk {
  const jwk = Object(parsed(text)) as Jwk;
  if (jwk.kty === undefined) throw new Error('The private key is not a JWK.');
  if (jwk.d === undefined) throw new Error('This JWK is a public key; the private one has "d".');
  return jwk;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The private key is not JSON.');
  }
}

function algorithmOf({ kty, crv, alg }: Jwk, demanded = alg): keyof typeof ALGORITHMS {
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'RSA') return demanded === 'PS256' ? 'PS256' : 'RS256';
  throw new Error('The private key must be EC with P-256, or RSA.');
}

const ABOUT_USE = ['alg', 'use', 'key_ops', 'ext'];

/** The key itself: what it says of its use would refuse some keys that are fine. */
function bare(jwk: Jwk): Jwk {
  return Object.fromEntries(Object.entries(jwk).filter(([name]) => !ABOUT_USE.includes(name)));
}

function part(value: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)));
}
