import { createPublicKey, type KeyObject } from 'node:crypto';

import { newRsaKey, rsaKeys } from '@eid-broker/testing/rsa-keys';
import type { JWK } from 'jose';

export const CLIENT_ID = 'our-client';

/** Our keys at a provider: as the settings have them, and as it has registered them. */
export interface ClientKeys {
  readonly privateKey: string;
  readonly decryptionKeys: string;
  readonly jwks: { readonly keys: JWK[] };
}

/** The keys of our client: one signs, one decrypts. */
export function clientKeys(): ClientKeys {
  const [signing = newRsaKey(), decrypting = newRsaKey()] = rsaKeys().slice(4);
  return clientKeysOf(signing, decrypting);
}

/** Keys of another client. */
export function otherClientKeys(): ClientKeys {
  return clientKeysOf(newRsaKey(), newRsaKey());
}

function clientKeysOf(signing: KeyObject, decrypting: KeyObject): ClientKeys {
  const [sign, decrypt] = [halvesOf(signing), halvesOf(decrypting)];
  return {
    privateKey: JSON.stringify({ ...sign.private, kid: 'our-signing-key', alg: 'RS256' }),
    decryptionKeys: JSON.stringify({ keys: [{ ...decrypt.private, kid: 'our-encryption-key' }] }),
    jwks: {
      keys: [
        { ...sign.public, kid: 'our-signing-key', use: 'sig' } as JWK,
        { ...decrypt.public, kid: 'our-encryption-key', use: 'enc' } as JWK,
      ],
    },
  };
}

/** The registration of our client at a provider that takes keys alone. */
export function keyedClient(callback: string, { jwks }: Pick<ClientKeys, 'jwks'>) {
  return {
    client_id: CLIENT_ID,
    client_name: 'Our service',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'private_key_jwt' as const,
    token_endpoint_auth_signing_alg: 'RS256' as const,
    jwks,
  };
}

/** The entity statement of a simulated provider. */
export async function statementOf(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/.well-known/openid-federation`);
  return response.text();
}

function halvesOf(key: KeyObject) {
  return {
    public: createPublicKey(key).export({ format: 'jwk' }),
    private: key.export({ format: 'jwk' }),
  };
}
