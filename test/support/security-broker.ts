import { expect } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';

import { type Broker, type BrokerOptions, startBroker } from './broker.ts';

/** The secrets of test/fixtures/security.yaml. */
export const SECRETS = {
  web: 'web-secret-0123456789-0123456789',
  next: 'next-secret-0123456789-0123456789',
  expired: 'expired-secret-0123456789-0123456789',
  special: 's:e+c%r e/t&=?"\\~0123456789',
  base64: 'b+f/Qw0RkD3yq1HZ2nTz+A4sVxY/7uM8cN9eLpKjW5o=',
  percent: '100%+safe%41-0123456789-0123456789',
} as const;

/** The lifetime of the first secret of `rotated-soon`. */
const HALF_AN_HOUR_MS = 30 * 60 * 1000;

/** The private keys of the fixture's applications `a`, `ab`, … */
export interface ClientKeys {
  readonly rsa: CryptoKey;
  readonly ec: CryptoKey;
  /** A key that no application registered. */
  readonly foreign: CryptoKey;
  readonly jwks: string;
}

/** The service with two tenants and one application for each rule. */
export interface SecurityBroker extends Broker {
  readonly secondIssuer: string;
  readonly keys: ClientKeys;
}

/** Starts the service. */
export async function startSecurityBroker(options: BrokerOptions = {}): Promise<SecurityBroker> {
  const keys = await makeClientKeys();
  const broker = await startBroker('test/fixtures/security.yaml', {
    ...options,
    variables: (port) => ({ ...securityVariables(port, keys), ...options.variables?.(port) }),
  });
  return { ...broker, keys, secondIssuer: secondIssuerAt(broker.port) };
}

/** Expects that the eID got no call and the log has no error. */
export function expectNoCallOrError({ simulator, logged }: Broker): void {
  const { calls } = simulator.statistics();
  expect(Object.values(calls).reduce((sum, count) => sum + count)).toBe(0);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
}

/** The fixture's variables besides those of the demo. */
export function securityVariables(port: number, { jwks }: ClientKeys) {
  return {
    SECOND_ISSUER: secondIssuerAt(port),
    WEB_SECRET: SECRETS.web,
    NEXT_SECRET: SECRETS.next,
    EXPIRED_SECRET: SECRETS.expired,
    SPECIAL_SECRET: SECRETS.special,
    BASE64_SECRET: SECRETS.base64,
    PERCENT_SECRET: SECRETS.percent,
    SECRET_EXPIRES_AT: new Date(Date.now() + HALF_AN_HOUR_MS).toISOString(),
    // No server listens there unless a test starts one.
    CLIENT_KEYS_URL: 'http://localhost:1/jwks',
    CLIENT_JWKS: jwks,
  };
}

/** New keys: an RSA key for RS256 and PS256, a P-256 key for ES256. */
export async function makeClientKeys(): Promise<ClientKeys> {
  const [rsa, ec, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const jwks = {
    keys: [
      { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' },
      { ...(await exportJWK(ec.publicKey)), kid: 'ec' },
    ],
  };
  return {
    rsa: rsa.privateKey,
    ec: ec.privateKey,
    foreign: foreign.privateKey,
    jwks: JSON.stringify(jwks),
  };
}

function secondIssuerAt(port: number): string {
  return `http://second.localhost:${port}`;
}
