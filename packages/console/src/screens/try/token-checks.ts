import { tokenParts } from './token-parts.ts';

/** One check of an ID token, as an application makes it. */
export interface TokenCheck {
  readonly what: string;
  readonly ok: boolean;
}

/** What a token must have. */
export interface TokenDemands {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: the request sent none. */
  readonly nonce: string | undefined;
  readonly keys: readonly JsonWebKey[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

type JsonWebKey = Readonly<Record<string, unknown>>;

const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

/** Checks a token as OpenID Connect Core 3.1.3.7 demands. @throws {Error} for a text that is no JWT */
export async function tokenChecks(
  token: string,
  { issuer, clientId, nonce, keys, now }: TokenDemands,
): Promise<readonly TokenCheck[]> {
  const { header, claims } = tokenParts(token);
  const key = keys.find(({ kid }) => kid === header.kid);
  const audience = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  const seconds = now / 1000;
  return [
    { what: 'The signature is of a published key of the issuer.', ok: await isSigned(token, key) },
    { what: `iss is ${issuer}.`, ok: claims.iss === issuer },
    { what: `aud is ${clientId}.`, ok: audience.includes(clientId) },
    ...(nonce === undefined
      ? []
      : [{ what: 'nonce is that of the request.', ok: claims.nonce === nonce }]),
    { what: 'exp is in the future.', ok: Number(claims.exp) > seconds },
    { what: 'iat is not in the future.', ok: Number(claims.iat) <= seconds + 60 },
  ];
}

async function isSigned(token: string, key: JsonWebKey | undefined): Promise<boolean> {
  const { alg } = tokenParts(token).header;
  if (key === undefined || (alg !== 'RS256' && alg !== 'ES256')) return false;
  const algorithm = ALGORITHMS[alg];
  const [header = '', payload = '', signature = ''] = token.trim().split('.');
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey('jwk', key, algorithm, false, ['verify']);
  const bytes = Uint8Array.from(
    atob(signature.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.charCodeAt(0),
  );
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  return subtle.verify(algorithm, imported, bytes, signed);
}
