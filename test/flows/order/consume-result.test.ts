import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { memoryIssuance } from '@eid-broker/testing/memory/issuance';
import { at, PERSON, pendingAuthentication } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import type {
  IdentifiedAuthentication,
  PendingAuthentication,
} from '../../../src/domain/authentication.ts';
import { makeConsumeResult } from '../../../src/flows/order/consume-result.ts';

const HERE = { issuer: 'https://login.example.com', clientId: 'shop' };
const CODE = {
  kind: 'AuthorizationCode',
  id: 'code-1',
  grantId: 'attempt-1',
  expiresAt: at(60),
  payload: {},
};
const LOGIN = { kind: 'Interaction', id: 'login-1' };
const ISSUED = { stored: CODE, login: LOGIN };

/** A login whose person the eID has identified. */
async function identified(own: Partial<PendingAuthentication> = {}) {
  const clock = () => at(4);
  const authentications = memoryAuthentications();
  const artifacts = memoryArtifacts({ clock });
  const issuance = memoryIssuance({ authentications, artifacts });
  const authentication: IdentifiedAuthentication = {
    ...pendingAuthentication(own),
    progress: { state: 'identified', at: at(3), identity: PERSON },
  };
  await authentications.createIdentified(authentication);
  await artifacts.put({ ...LOGIN, grantId: undefined, expiresAt: at(600), payload: {} });
  return {
    authentication,
    consumeResult: makeConsumeResult({ authentications, issuance, clock }),
    consumedAt: async () => (await authentications.find(authentication.id))?.consumedAt,
    /** Whether the code and the login are stored. */
    storedRows: async () =>
      Promise.all(
        [CODE, LOGIN].map(async ({ kind, id }) => (await artifacts.find(kind, id)) !== undefined),
      ),
  };
}

describe('a result is consumed', () => {
  test('by its application: the time and the code are stored, and the login is deleted', async () => {
    const { authentication, consumeResult, consumedAt, storedRows } = await identified();
    expect(await consumeResult(authentication, HERE, ISSUED)).toBe(true);
    expect(await consumedAt()).toEqual(at(4));
    expect(await storedRows()).toEqual([true, false]);
  });

  test('exactly once, for any number of concurrent requests', async () => {
    const { authentication, consumeResult } = await identified();
    const answers = await Promise.all(
      [1, 2, 3].map(() => consumeResult(authentication, HERE, ISSUED)),
    );
    expect(answers).toEqual([true, false, false]);
  });

  test('on the same device after the return of the browser that started', async () => {
    const { authentication, consumeResult } = await identified({
      returnNonce: 'nonce',
      returned: 'here',
    });
    expect(await consumeResult(authentication, HERE, ISSUED)).toBe(true);
  });
});

describe('a result is not consumed, and nothing is stored for it', () => {
  test.each([
    ['another application', { ...HERE, clientId: 'another' }],
    ['another issuer', { ...HERE, issuer: 'https://other.example.com' }],
  ])('by %s, nor by any later request', async (_, recipient) => {
    const { authentication, consumeResult, storedRows } = await identified();
    expect(await consumeResult(authentication, recipient, ISSUED)).toBe(false);
    expect(await consumeResult(authentication, HERE, ISSUED)).toBe(false);
    expect(await storedRows()).toEqual([false, true]);
  });

  test.each([undefined, 'elsewhere'] as const)(
    'on the same device when the app returned to %s, nor by any later request',
    async (returned) => {
      const { authentication, consumeResult, storedRows } = await identified({
        returnNonce: 'nonce',
        returned,
      });
      expect(await consumeResult(authentication, HERE, ISSUED)).toBe(false);
      expect(await consumeResult({ ...authentication, returned: 'here' }, HERE, ISSUED)).toBe(
        false,
      );
      expect(await storedRows()).toEqual([false, true]);
    },
  );
});
