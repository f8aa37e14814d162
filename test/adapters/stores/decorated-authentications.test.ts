import { authenticationsContract } from '@eid-broker/testing/contracts/authentications';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { silentMetrics } from '@eid-broker/testing/silent-metrics';
import { beforeEach, describe, expect, test } from '@jest/globals';

import { systemActiveRequests } from '../../../src/adapters/admission/database-admission.ts';
import { decoratedAuthentications } from '../../../src/adapters/stores/decorated-stores.ts';
import type { Authentications } from '../../../src/ports/authentications.ts';
import type { AuthenticationTraits, SettledAuthentication } from '../../../src/ports/metrics.ts';

const IDENTIFIED = { state: 'identified', at: at(1), identity: PERSON } as const;
const DECLINED = { state: 'ended', at: at(2), why: 'declined', hintCode: undefined } as const;

const deps = { eidOf: () => 'xx-eid', requests: systemActiveRequests() };

authenticationsContract('decoratedAuthentications', async () => {
  const store = memoryAuthentications();
  const decorated = decoratedAuthentications(store, {
    ...deps,
    metrics: silentMetrics,
    onOutcome: () => {},
  });
  const readEvents = async () => store.events;
  return { replicas: [{ ...decorated, readEvents }], close: async () => undefined };
});

let counted: string[];
let reported: number;
let stored: Authentications;
let store: Authentications;

beforeEach(async () => {
  counted = [];
  reported = 0;
  stored = memoryAuthentications();
  store = decorated(stored);
  await store.begin(pendingAuthentication({ id: 'one', loginId: 'login' }));
});

function decorated(authentications: Authentications): Authentications {
  const note = (what: string, traits: AuthenticationTraits, outcome = '') =>
    void counted.push(`${what} ${traits.eid} ${traits.kind} ${traits.channel} ${outcome}`.trim());
  return decoratedAuthentications(authentications, {
    ...deps,
    metrics: {
      authenticationBegan: (traits) => note('began', traits),
      authenticationSettled: ({ outcome, ...traits }: SettledAuthentication) =>
        note('settled', traits, outcome),
    },
    onOutcome: () => {
      reported += 1;
    },
  });
}

const BEGAN = 'began xx-eid authentication browser';
const settled = (outcome: string) => `settled xx-eid authentication browser ${outcome}`;

describe('the metrics', () => {
  test('count the beginning that won when two callers begin the same login', async () => {
    await store.begin(pendingAuthentication({ id: 'two', loginId: 'login' }));
    expect(counted).toEqual([BEGAN]);
  });

  test('count an outcome once, where it was written', async () => {
    await store.recordOutcome(leaseOf('one'), IDENTIFIED);
    await store.recordOutcome(leaseOf('one'), IDENTIFIED);
    await store.abandon('one', DECLINED);
    expect(counted).toEqual([BEGAN, settled('identified')]);
  });

  test('count an abandoned attempt, an expired one and one that a session answers', async () => {
    await store.abandon('one', DECLINED);
    await store.createIdentified({
      ...pendingAuthentication({ id: 'two', loginId: 'other' }),
      progress: IDENTIFIED,
    });
    await store.begin(pendingAuthentication({ id: 'three', loginId: 'third' }));
    await store.abandonExpired({ from: at(-60), until: at(10_000) }, 10);
    expect(counted).toEqual([
      BEGAN,
      settled('declined'),
      settled('remembered'),
      BEGAN,
      settled('expired'),
    ]);
  });
});

describe('the listener of outcomes', () => {
  test('is called for an outcome, and not for a beginning', async () => {
    expect(reported).toBe(0);
    expect(await store.recordOutcome(leaseOf('one'), IDENTIFIED)).toBeDefined();
    expect(reported).toBe(1);
  });

  test('is called for an abandoned attempt, and for expired ones when there are any', async () => {
    expect(await store.abandonExpired({ from: at(-60), until: at(0) }, 10)).toEqual([]);
    expect(reported).toBe(0);
    await store.abandonExpired({ from: at(-60), until: at(10_000) }, 10);
    expect(reported).toBe(1);
    await store.abandon('one', DECLINED);
    expect(reported).toBe(2);
  });

  test('is called for a write that fails, because its outcome may be stored', async () => {
    const fails = () => Promise.reject(new Error('the answer was lost'));
    const broken = decorated({ ...stored, createIdentified: fails, abandonExpired: fails });
    const identified = { ...pendingAuthentication({ id: 'two' }), progress: IDENTIFIED };
    await expect(broken.createIdentified(identified)).rejects.toThrow('the answer was lost');
    expect(reported).toBe(1);
    const expired = broken.abandonExpired({ from: at(-60), until: at(0) }, 10);
    await expect(expired).rejects.toThrow('the answer was lost');
    expect(reported).toBe(2);
    expect(counted).toEqual([BEGAN]);
  });
});
