import { randomUUID } from 'node:crypto';

import { type CryptoKey, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

/** The value of `client_assertion_type` for `private_key_jwt`. */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The parameters of an assertion. */
export interface Signing {
  readonly key: CryptoKey;
  /** RS256 without a `kid` when absent. */
  readonly header?: JWTHeaderParameters;
  /** Claims to change; an undefined one is removed. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** The fields of a valid assertion of this client, with the given changes. */
export async function assertionFields(
  { issuer, now }: { readonly issuer: string; readonly now: () => Date },
  clientId: string,
  { key, header = { alg: 'RS256' }, claims = {} }: Signing,
): Promise<Readonly<Record<string, string>>> {
  const seconds = Math.floor(now().getTime() / 1000);
  const all = {
    iss: clientId,
    sub: clientId,
    aud: issuer,
    jti: randomUUID(),
    iat: seconds,
    exp: seconds + 60,
    ...claims,
  };
  const present = Object.entries(all).filter(([, value]) => value !== undefined);
  const client_assertion = await new SignJWT(Object.fromEntries(present) as JWTPayload)
    .setProtectedHeader(header)
    .sign(key);
  return { client_assertion_type: ASSERTION_TYPE, client_assertion };
}
