import { importJWK } from 'jose';
import * as oidc from 'openid-client';

import type { JsonObject } from '../../../../domain/json.ts';

/** Our credentials at the provider, as the settings have them. */
export interface ClientCredentials {
  readonly clientSecret: string | undefined;
  readonly clientAuthentication: 'client_secret_basic' | 'client_secret_post';
  /** As JWK with `kid` and `alg`. */
  readonly privateKey: JsonObject | undefined;
  readonly assertionAudience: 'issuer' | 'token endpoint';
  /** RSA keys that decrypt answers, as JWK with `kid`: one or several, while they are replaced. */
  readonly decryptionKeys: readonly JsonObject[];
}

/** The same, ready for use. */
export interface Credentials {
  readonly authentication: oidc.ClientAuth;
  readonly signingKey: oidc.PrivateKey | undefined;
  readonly decryptionKeys: readonly oidc.DecryptionKey[];
}

/** Each key decrypts by both, unless it names its algorithm. */
const KEY_MANAGEMENT = ['RSA-OAEP', 'RSA-OAEP-256'] as const;
/** All others are refused. */
const CONTENT_ENCRYPTION = ['A128CBC-HS256', 'A128GCM', 'A256GCM'];

/** Imports the keys. */
export async function importCredentials(given: ClientCredentials): Promise<Credentials> {
  const { clientSecret, clientAuthentication, privateKey, assertionAudience } = given;
  const decryptionKeys = (await Promise.all(given.decryptionKeys.map(importDecryptionKey))).flat();
  if (privateKey !== undefined) {
    const signingKey = { key: await importKey(privateKey), kid: String(privateKey.kid) };
    return {
      signingKey,
      decryptionKeys,
      authentication: withKey(signingKey, assertionAudience),
    };
  }
  const withSecret =
    clientAuthentication === 'client_secret_basic' ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  return { signingKey: undefined, decryptionKeys, authentication: withSecret(clientSecret) };
}

function withKey(
  key: oidc.PrivateKey,
  audience: ClientCredentials['assertionAudience'],
): oidc.ClientAuth {
  if (audience === 'issuer') return oidc.PrivateKeyJwt(key);
  return (server, ...others) => {
    const forTokenEndpoint: oidc.ModifyAssertionFunction = (_header, claims) => {
      if (server.token_endpoint !== undefined) claims.aud = server.token_endpoint;
    };
    return oidc.PrivateKeyJwt(key, { [oidc.modifyAssertion]: forTokenEndpoint })(server, ...others);
  };
}

/** Lets the library decrypt answers; without keys it refuses encrypted ones. */
export function decryptAnswers(
  configuration: oidc.Configuration,
  { decryptionKeys }: Credentials,
): void {
  if (decryptionKeys.length === 0) return;
  oidc.enableDecryptingResponses(configuration, CONTENT_ENCRYPTION, ...decryptionKeys);
}

async function importDecryptionKey(jwk: JsonObject): Promise<readonly oidc.DecryptionKey[]> {
  const algorithms = KEY_MANAGEMENT.filter((alg) => jwk.alg === undefined || jwk.alg === alg);
  return Promise.all(
    algorithms.map(async (alg) => ({
      key: await importKey({ ...jwk, alg }),
      alg,
      kid: String(jwk.kid),
    })),
  );
}

async function importKey(jwk: JsonObject): Promise<oidc.CryptoKey> {
  const key = await importJWK({ ...jwk });
  if (key instanceof Uint8Array) throw new Error('a symmetric key is no private key');
  return key;
}
