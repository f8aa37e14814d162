import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { beforeEach, expect, test } from '@jest/globals';

import { withOutcomeListener } from '../../../src/adapters/stores/decorated-stores.ts';
import type { Authentications } from '../../../src/ports/authentications.ts';

const ENDED = { state: 'ended', at: at(1), why: 'declined', hint: undefined } as const;

let notified: number;
let stored: Authentications;
let authentications: Authentications;

beforeEach(async () => {
  notified = 0;
  stored = memoryAuthentications();
  authentications = withOutcomeListener(stored, () => {
    notified += 1;
  });
  await authentications.begin(pendingAuthentication({ id: 'a-1' }));
});

test('an outcome is heard of, a beginning is not', async () => {
  expect(notified).toBe(0);
  const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
  expect(await authentications.recordOutcome(leaseOf('a-1'), outcome)).toBeDefined();
  expect(notified).toBe(1);
});

test('an abandoned attempt is heard of, and expired ones when there are any', async () => {
  expect(await authentications.abandonExpired({ from: at(-60), until: at(0) }, 10)).toEqual([]);
  expect(notified).toBe(0);
  await authentications.abandonExpired({ from: at(-60), until: at(10_000) }, 10);
  expect(notified).toBe(1);
  await authentications.abandon('a-1', ENDED);
  expect(notified).toBe(2);
});

test('a write that fails may be there all the same', async () => {
  const fails = () => Promise.reject(new Error('the answer was lost'));
  const broken = withOutcomeListener(
    { ...stored, createIdentified: fails, abandonExpired: fails },
    () => {
      notified += 1;
    },
  );
  const progress = { state: 'identified', at: at(1), identity: PERSON } as const;
  const adopted = { ...pendingAuthentication({ id: 'a-2' }), progress };
  await expect(broken.createIdentified(adopted)).rejects.toThrow('the answer was lost');
  expect(notified).toBe(1);
  const expired = broken.abandonExpired({ from: at(-60), until: at(0) }, 10);
  await expect(expired).rejects.toThrow('the answer was lost');
  expect(notified).toBe(2);
});
