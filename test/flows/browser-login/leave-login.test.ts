import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { Device } from '../../../src/domain/authentication.ts';
import { makeLeaveLogin } from '../../../src/flows/browser-login/cancel-login.ts';
import { LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';

/**
 * A login that is pending on that device; the given action happens after five seconds, or seven.
 */
async function open(
  device: Device,
  meanwhile: (flows: ReturnType<typeof openFlows>) => Promise<unknown>,
) {
  const flows = openFlows();
  await flows.startLogin(LOGIN, USER_AGENT, device);
  let slept = 0;
  const leaveLogin = makeLeaveLogin({
    ...flows,
    sleep: async (seconds) => {
      slept += seconds;
      flows.advance(seconds);
      if (slept === 7) await meanwhile(flows);
    },
  });
  await leaveLogin(LOGIN);
  return { ...flows, state: (await flows.latest()).progress };
}

const noAction = async () => undefined;

test('a page that is left cancels its order', async () => {
  const { eid, state, authentications } = await open('other', noAction);
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  expect(state).toMatchObject({ state: 'ended', why: 'expired' });
  expect(authentications.events.map(({ outcome }) => outcome)).toEqual(['expired']);
});

test('a page that comes back keeps the order, and so does another tab', async () => {
  const { eid, state } = await open('other', ({ advanceLogin }) => advanceLogin(LOGIN, USER_AGENT));
  expect(eid.ordersOf('cancel')).toEqual([]);
  expect(state.state).toBe('pending');
});

test('on the same device the app covers the page, so that the order is kept', async () => {
  const { eid, state } = await open('same', noAction);
  expect(eid.ordersOf('cancel')).toEqual([]);
  expect(state.state).toBe('pending');
});

test('a person who was identified meanwhile stays identified', async () => {
  const { eid, state } = await open('other', async ({ eid, advanceLogin }) => {
    eid.willCollect({ state: 'identified', identity: PERSON });
    await advanceLogin(LOGIN, USER_AGENT);
  });
  expect(eid.ordersOf('cancel')).toEqual([]);
  expect(state.state).toBe('identified');
});

test('a login without a start, or after its end, does not change', async () => {
  const { eid } = await open('other', ({ cancelLogin }) => cancelLogin(LOGIN));
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
  const leaveLogin = makeLeaveLogin({ ...openFlows(), sleep: noAction });
  expect(await leaveLogin(LOGIN)).toBe(false);
});
