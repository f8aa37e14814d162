import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { expect, test } from '@jest/globals';
import Provider from 'oidc-provider';

import { useAssertionsOnce } from '../../../../src/adapters/oidc/clients/client-assertions.ts';
import { noopAdapter } from '../../../../src/adapters/oidc/storage/artifact-adapter.ts';
import { DOMAIN } from './known-applications.ts';

const clock = () => new Date('2026-11-21T00:00:00Z');
const artifacts = memoryArtifacts({ clock });
const provider = new Provider(DOMAIN.issuer, { adapter: noopAdapter });
useAssertionsOnce(provider, { domain: DOMAIN, artifacts, clock });

test('what an older version remembered is remembered: the key never changes', async () => {
  const key = '["https://login.example","client","jti \\" 1"]';
  await artifacts.claimOnce('assertion', key, new Date('2026-11-21T00:01:00Z'));
  expect(await provider.ReplayDetection.unique('client', 'jti " 1', 0)).toBe(false);
  expect(await provider.ReplayDetection.unique('client', 'jti " 2', 0)).toBe(true);
  expect(await provider.ReplayDetection.unique('other', 'jti " 1', 0)).toBe(true);
});
