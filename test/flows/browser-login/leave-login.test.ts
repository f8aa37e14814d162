import { PERSON } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import type { Device } from '../../../src/domain/authentication.ts';
import { makeLeaveLogin } from '../../../src/flows/browser-login/cancel-login.ts';
import { LOGIN, openFlows, USER_AGENT } from '../../support/flows.ts';

/** A login that waits on that device; whatever is to happen happens when five seconds have passed, or seven. */
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

const nothing = async () => undefined;

test('a page that goes takes its order along', async () => {
  const { eid, state, authentications } = await open('other', nothing);
  expect(eid.requested('cancel')).toEqual(['order-1']);
  expect(state).toMatchObject({ state: 'ended', why: 'expired' });
  expect(authentications.events.map(({ outcome }) => outcome)).toEqual(['expired']);
});

test('a page that comes back, or another tab, keeps it', async () => {
  const { eid, state } = await open('other', ({ advanceLogin }) => advanceLogin(LOGIN, USER_AGENT));
  expect(eid.requested('cancel')).toEqual([]);
  expect(state.state).toBe('pending');
});

test('on the same device the app stands in front of the page: nothing is cancelled', async () => {
  const { eid, state } = await open('same', nothing);
  expect(eid.requested('cancel')).toEqual([]);
  expect(state.state).toBe('pending');
});

test('a person who was identified meanwhile stays so', async () => {
  const { eid, state } = await open('other', async ({ eid, advanceLogin }) => {
    eid.willCollect({ state: 'identified', identity: PERSON });
    await advanceLogin(LOGIN, USER_AGENT);
  });
  expect(eid.requested('cancel')).toEqual([]);
  expect(state.state).toBe('identified');
});

test('a login that was never started, or is over, is left as it is', async () => {
  const { eid } = await open('other', ({ cancelLogin }) => cancelLogin(LOGIN));
  expect(eid.requested('cancel')).toEqual(['order-1']);
  const leaveLogin = makeLeaveLogin({ ...openFlows(), sleep: nothing });
  await expect(leaveLogin(LOGIN)).resolves.toBeUndefined();
});
