import { describe, expect, test } from '@jest/globals';

import { memoryAuthentications } from '../../../src/adapters/memory/authentications.ts';
import type { PendingAuthentication } from '../../../src/domain/authentication.ts';
import { makeHandOut } from '../../../src/flows/order/hand-out.ts';
import { at, PERSON, pendingAuthentication } from '../../support/sample-authentication.ts';

const HERE = { issuer: 'https://login.example.com', clientId: 'shop' };

/** A login whose person the eID has identified. */
async function identified(own: Partial<PendingAuthentication> = {}) {
  const { attempt, ...others } = await pending(own);
  const turn = await others.authentications.takeTurn(attempt.id, {
    now: at(2),
    leaseUntil: at(12),
  });
  await others.authentications.recordOutcome(turn!, {
    state: 'identified',
    at: at(3),
    identity: PERSON,
  });
  return { attempt, ...others };
}

async function pending(own: Partial<PendingAuthentication> = {}) {
  const authentications = memoryAuthentications();
  const attempt = pendingAuthentication(own);
  await authentications.begin(attempt);
  return {
    attempt,
    authentications,
    handOut: makeHandOut({ authentications, clock: () => at(4) }),
  };
}

describe('the person is handed out', () => {
  test('to the application that asked, with the moment noted', async () => {
    const { attempt, handOut } = await identified();
    expect(await handOut(attempt.id, HERE)).toEqual({
      ...attempt,
      handedOutAt: at(4),
      progress: { state: 'identified', at: at(3), identity: PERSON },
    });
  });

  test('exactly once, however many ask at the same time', async () => {
    const { attempt, handOut } = await identified();
    const answers = await Promise.all([1, 2, 3].map(() => handOut(attempt.id, HERE)));
    expect(answers.map((answer) => answer?.id)).toEqual([attempt.id, undefined, undefined]);
  });

  test('on the same device once the browser that started is back', async () => {
    const { attempt, authentications, handOut } = await identified({ returnNonce: 'nonce' });
    await authentications.recordReturn(attempt.id, 'here');
    expect(await handOut(attempt.id, HERE)).toMatchObject({ id: attempt.id, returned: 'here' });
  });
});

describe('nobody is handed out', () => {
  test.each([
    ['another application', { ...HERE, clientId: 'another' }],
    ['another issuer', { ...HERE, issuer: 'https://other.example.com' }],
  ])('to %s, nor to anybody after it', async (_, stranger) => {
    const { attempt, handOut } = await identified();
    expect(await handOut(attempt.id, stranger)).toBeUndefined();
    expect(await handOut(attempt.id, HERE)).toBeUndefined();
  });

  test.each([undefined, 'elsewhere'] as const)(
    'on the same device when the app came back to %s',
    async (returned) => {
      const { attempt, authentications, handOut } = await identified({ returnNonce: 'nonce' });
      if (returned !== undefined) await authentications.recordReturn(attempt.id, returned);
      expect(await handOut(attempt.id, HERE)).toBeUndefined();
    },
  );

  test('while the eID has not answered', async () => {
    const { attempt, handOut } = await pending();
    expect(await handOut(attempt.id, HERE)).toBeUndefined();
  });

  test('for an attempt that there never was', async () => {
    const { handOut } = await pending();
    expect(await handOut('unknown', HERE)).toBeUndefined();
  });
});
