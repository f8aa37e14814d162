import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';

import { type Broker, startBroker } from '../support/broker.ts';

/** The suite's redirect URI. */
export const CALLBACK = 'https://localhost.emobix.co.uk:8443/test/a/eid-broker/callback';
/** The suite's redirect URI after a logout. */
export const AFTER_LOGOUT =
  'https://localhost.emobix.co.uk:8443/test/a/eid-broker/post_logout_redirect';

/** One of the two applications of a plan, as configured in the suite. */
export interface Client {
  readonly clientId: string;
  readonly secret: string;
  readonly keys: Readonly<Record<'PS256' | 'RS256' | 'ES256', CryptoKey>>;
}

/** The service with the applications of test/fixtures/conformance.yaml. */
export interface ConformanceBroker extends Broker {
  /** The first or the second application of a plan. */
  client(plan: 'basic' | 'hybrid' | 'implicit' | 'logout' | 'ciba', which?: 1 | 2): Client;
}

/** Starts the service. */
export async function startConformanceBroker(): Promise<ConformanceBroker> {
  const owners = await Promise.all([makeOwner('first'), makeOwner('second')]);
  const [first, second] = owners;
  const broker = await startBroker('test/fixtures/conformance.yaml', {
    variables: () => ({
      CONF_FIRST_SECRET: first.secret,
      CONF_SECOND_SECRET: second.secret,
      CONF_FIRST_JWKS: first.jwks,
      CONF_SECOND_JWKS: second.jwks,
    }),
  });
  return {
    ...broker,
    client(plan, which = 1) {
      const { secret, keys } = which === 1 ? first : second;
      return { clientId: `conf-${plan}-${which}`, secret, keys };
    },
  };
}

async function makeOwner(name: string) {
  const [rsa, ec] = await Promise.all([
    generateKeyPair('PS256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
  const jwks = {
    keys: [
      { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' },
      { ...(await exportJWK(ec.publicKey)), kid: 'ec' },
    ],
  };
  // The same RSA key for the other algorithm.
  const pkcs1 = await crypto.subtle.importKey(
    'jwk',
    { ...(await exportJWK(rsa.privateKey)), alg: 'RS256' },
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    true,
    ['sign'],
  );
  return {
    secret: `${name}-conformance-secret-0123456789`,
    jwks: JSON.stringify(jwks),
    keys: { PS256: rsa.privateKey, RS256: pkcs1, ES256: ec.privateKey },
  };
}
