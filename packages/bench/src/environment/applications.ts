import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The issuer of all servers; its requests go to whichever port is measured. */
export const ISSUER = 'http://bench.localhost';
export const REDIRECT_URI = 'http://localhost:9999/cb';
export const SECRET = 'bench-secret-0123456789-0123456789';

/** The header of an application with the secret. */
export function basicOf(clientId: string): { readonly authorization: string } {
  return { authorization: `Basic ${btoa(`${clientId}:${SECRET}`)}` };
}

/** The key of the application `signing`. */
export interface ClientKey {
  readonly jwks: string;
  /** The fields of a new assertion. */
  assertion(): Promise<Readonly<Record<string, string>>>;
}

/** Makes a new key. */
export async function makeClientKey(newId: () => string): Promise<ClientKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', use: 'sig', alg: 'ES256' };
  return {
    jwks: JSON.stringify({ keys: [jwk] }),
    assertion: () => signedAssertion(privateKey, newId()),
  };
}

async function signedAssertion(key: CryptoKey, jti: string) {
  const client_assertion = await new SignJWT({ jti })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setIssuer('signing')
    .setSubject('signing')
    .setAudience(ISSUER)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key);
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { client_assertion_type, client_assertion };
}
