import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';

/** The applications' credentials. */
export interface Clients {
  /** Of all applications that have a secret. */
  readonly secret: string;
  /** ES256, `kid` "client"; of all applications that sign assertions. */
  readonly privateKey: CryptoKey;
  /** The public half, as a JWK set in JSON. */
  readonly jwks: string;
  readonly redirectUri: string;
}

/** Makes a new key; the secret is fixed. */
export async function makeClients(): Promise<Clients> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'client', alg: 'ES256', use: 'sig' };
  return {
    secret: 'secret-of-all-applications-0123456789',
    privateKey,
    jwks: JSON.stringify({ keys: [jwk] }),
    redirectUri: 'https://app.example.com/cb',
  };
}
