import type { TriedRequest } from '../../api/try-login.ts';
import { base64url } from './authorize-url.ts';

/** How the application proves who it is. It stays in this screen's memory: nothing stores it. */
export type ClientProof =
  | { readonly kind: 'none' }
  | { readonly kind: 'secret'; readonly secret: string }
  /** A private JWK. It never leaves the browser: the assertion that it signs does. */
  | { readonly kind: 'key'; readonly jwk: string };

/** A proof to be typed. */
export function emptyProof(kind: ClientProof['kind']): ClientProof {
  switch (kind) {
    case 'none':
      return { kind };
    case 'secret':
      return { kind, secret: '' };
    case 'key':
      return { kind, jwk: '' };
  }
}

/** Whom a proof is for, and when. */
export interface ProofFacts {
  readonly issuer: string;
  readonly clientId: string;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly crypto: typeof globalThis.crypto;
}

/** The members of a request that carry the proof. @throws {Error} that says what is wrong with a key */
export async function proofOf(
  proof: ClientProof,
  facts: ProofFacts,
): Promise<Pick<TriedRequest, 'clientSecret' | 'parameters'>> {
  switch (proof.kind) {
    case 'none':
      return {};
    case 'secret':
      return { clientSecret: proof.secret };
    case 'key':
      return {
        parameters: {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: await assertion(proof.jwk, facts),
        },
      };
  }
}

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', saltLength: 32, hash: 'SHA-256' },
} as const;

const LIFETIME_SECONDS = 60;

/** A private key JWT (RFC 7523), whose audience is the issuer alone. */
async function assertion(
  text: string,
  { issuer, clientId, now, crypto }: ProofFacts,
): Promise<string> {
  const jwk = privateKeyIn(text);
  const alg = algorithmOf(jwk);
  const seconds = Math.floor(now / 1000);
  const header = { alg, typ: 'JWT', ...(jwk.kid !== undefined && { kid: jwk.kid }) };
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: issuer,
    iat: seconds,
    exp: seconds + LIFETIME_SECONDS,
    jti: crypto.randomUUID(),
  };
  const signed = `${part(header)}.${part(claims)}`;
  // What the key says of its use would refuse some keys that are fine.
  const { use: _, key_ops: __, ext: ___, ...bare } = jwk;
  const key = await crypto.subtle.importKey('jwk', bare, ALGORITHMS[alg], false, ['sign']);
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

function algorithmOf({ kty, crv, alg }: Jwk): keyof typeof ALGORITHMS {
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'RSA') return alg === 'PS256' ? 'PS256' : 'RS256';
  throw new Error('The private key must be EC with P-256, or RSA.');
}

function part(value: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(value)));
}
