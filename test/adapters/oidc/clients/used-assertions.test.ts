import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { expect, test } from '@jest/globals';

import { makeConsumeAssertion } from '../../../../src/adapters/oidc/clients/client-assertions.ts';
import { DOMAIN } from './known-applications.ts';

const clock = () => new Date('2026-11-21T00:00:00Z');
const artifacts = memoryArtifacts({ clock });
const consumeAssertion = makeConsumeAssertion({ domain: DOMAIN, artifacts, clock });

test('an assertion is consumed under a key that never changes', async () => {
  const key = '["https://login.example","client","jti \\" 1"]';
  await artifacts.claimOnce('assertion', key, new Date('2026-11-21T00:01:00Z'));
  await expect(consumeAssertion('client', { jti: 'jti " 1', exp: 0 })).rejects.toMatchObject({
    error: 'invalid_client',
    error_detail: 'client assertion tokens must only be used once',
  });
  await consumeAssertion('client', { jti: 'jti " 2', exp: 0 });
  await consumeAssertion('other', { jti: 'jti " 1', exp: 0 });
});
