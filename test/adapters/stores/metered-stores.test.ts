import { authenticationsContract } from '@eid-broker/testing/contracts/authentications';
import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import {
  at,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '@eid-broker/testing/sample-authentication';
import { silentMetrics } from '@eid-broker/testing/silent-metrics';
import { expect, test } from '@jest/globals';
import { meteredAuthentications } from '../../../src/adapters/stores/decorated-stores.ts';

authenticationsContract('meteredAuthentications', async () => {
  const store = memoryAuthentications();
  const metered = meteredAuthentications(store, { metrics: silentMetrics, eidOf: () => 'xx-eid' });
  const readEvents = async () => store.events;
  return { replicas: [{ ...metered, readEvents }], close: async () => undefined };
});

const TRAITS = 'xx-eid authentication browser';

/** An empty store, and what was counted of it. */
function counted() {
  const told: string[] = [];
  const note =
    (what: string) =>
    ({
      eid,
      kind,
      channel,
      outcome,
    }: Record<'eid' | 'kind' | 'channel', string> & { outcome?: string }) =>
      void told.push([what, eid, kind, channel, outcome].filter(Boolean).join(' '));
  const metrics = {
    authenticationBegan: note('began'),
    authenticationSettled: note('settled'),
  };
  const eidOf = () => 'xx-eid';
  return { told, store: meteredAuthentications(memoryAuthentications(), { metrics, eidOf }) };
}

test('of two that begin the same login, the one that began counts', async () => {
  const { told, store } = counted();
  await store.begin(pendingAuthentication({ id: 'one', loginId: 'login' }));
  await store.begin(pendingAuthentication({ id: 'two', loginId: 'login' }));
  expect(told).toEqual([`began ${TRAITS}`]);
});

test('an outcome counts where it was written, once', async () => {
  const { told, store } = counted();
  await store.begin(pendingAuthentication({ id: 'one' }));
  const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
  await store.recordOutcome(leaseOf('one'), outcome);
  await store.recordOutcome(leaseOf('one'), outcome);
  await store.abandon('one', { state: 'ended', at: at(2), why: 'declined', hint: undefined });
  expect(told).toEqual([`began ${TRAITS}`, `settled ${TRAITS} identified`]);
});

test('an end of our own counts by its word, and so does an answer of a session', async () => {
  const { told, store } = counted();
  await store.begin(pendingAuthentication({ id: 'one' }));
  await store.abandon('one', { state: 'ended', at: at(2), why: 'declined', hint: undefined });
  const progress = { state: 'identified', at: at(1), identity: PERSON } as const;
  await store.createIdentified({
    ...pendingAuthentication({ id: 'two', loginId: 'other' }),
    progress,
  });
  expect(told).toEqual([
    `began ${TRAITS}`,
    `settled ${TRAITS} declined`,
    `settled ${TRAITS} remembered`,
  ]);
});
