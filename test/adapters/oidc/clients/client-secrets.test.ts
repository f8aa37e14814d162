import { beforeEach, expect, test } from '@jest/globals';

import { clientSecrets } from '../../../../src/adapters/oidc/clients/client-credentials.ts';
import { systemVault } from '../../../../src/adapters/system/vault.ts';
import { clientSecretContext } from '../../../../src/domain/configuration.ts';
import type { Vault } from '../../../../src/ports/vault.ts';
import { sampleApplication } from '../../../support/sample-application.ts';
import { configurationWith, DOMAIN } from './known-applications.ts';

const EXPIRY = new Date('2026-12-01T00:00:00Z');

let now: Date;
let compared: string[];
const real = systemVault([Buffer.alloc(32, 7)]);
const vault: Vault = {
  ...real,
  matches(secret, hash, context) {
    compared.push(context);
    return real.matches(secret, hash, context);
  },
};

function hashed(clientId: string, secret: string, expiresAt?: Date) {
  return { hash: real.hash(secret, clientSecretContext(DOMAIN.tenantId, clientId)), expiresAt };
}

const secrets = clientSecrets({
  domain: DOMAIN,
  configuration: configurationWith(
    sampleApplication({ clientId: 'one', secrets: [hashed('one', 'first')] }),
    sampleApplication({
      clientId: 'two',
      secrets: [hashed('two', 'old', EXPIRY), hashed('two', 'new')],
    }),
    sampleApplication({ clientId: 'none', secrets: [] }),
  ),
  vault,
  clock: () => now,
});

beforeEach(() => {
  now = new Date('2026-11-21T00:00:00Z');
  compared = [];
});

test('a secret matches for its own client alone', () => {
  expect(secrets.matches('one', 'first')).toBe(true);
  expect(secrets.matches('two', 'first')).toBe(false);
  expect(secrets.matches('none', 'first')).toBe(false);
  expect(secrets.matches('nobody', 'first')).toBe(false);
  expect(secrets.matches('nobody', 'nobody')).toBe(false);
});

test('each of two secrets matches, the old one until it expires', () => {
  now = new Date(EXPIRY.getTime() - 1);
  expect(['old', 'new'].map((secret) => secrets.matches('two', secret))).toEqual([true, true]);
  now = EXPIRY;
  expect(['old', 'new'].map((secret) => secrets.matches('two', secret))).toEqual([false, true]);
});

test.each([
  ['a right secret', 'one', 'first'],
  ['a wrong secret', 'one', 'wrong'],
  ['the first of two', 'two', 'old'],
  ['a client without secrets', 'none', 'first'],
  ['an unknown client', 'nobody', 'first'],
])('%s takes two comparisons', (_, clientId, secret) => {
  secrets.matches(clientId, secret);
  expect(compared).toHaveLength(2);
});
