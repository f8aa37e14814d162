import { at, PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { LOGIN, openFlows, SIGNATURE, SIGNING, USER_AGENT } from '../../support/flows.ts';

describe('starting a login on a page of the application', () => {
  test('on the same device binds it to no browser, and gives the eID no way back', async () => {
    const { startEmbeddedLogin, eid, latest } = openFlows({ acrDevice: 'same' });
    await startEmbeddedLogin(LOGIN, USER_AGENT);
    expect(eid.calls).toMatchObject([{ request: { device: 'same', returnUrl: undefined } }]);
    const attempt = await latest();
    expect(attempt).toMatchObject({ device: 'same', channel: 'browser', loginId: LOGIN.id });
    expect([attempt.returnNonce, attempt.browserSecret]).toEqual([undefined, undefined]);
    expect(attempt.expiresAt).toEqual(at(420));
  });

  test('its result may leave us although no browser came back', async () => {
    const { startEmbeddedLogin, advanceLogin, eid, advance } = openFlows({ acrDevice: 'same' });
    await startEmbeddedLogin(LOGIN, USER_AGENT);
    advance(2);
    eid.willCollect({ state: 'identified', identity: PERSON });
    expect(await advanceLogin(LOGIN, USER_AGENT)).toEqual({ step: 'finished' });
  });

  test('where the acr leaves the device open it is another one', async () => {
    const { startEmbeddedLogin, advanceLogin } = openFlows();
    await startEmbeddedLogin(LOGIN, USER_AGENT);
    expect(await advanceLogin(LOGIN, USER_AGENT)).toMatchObject({
      step: 'waiting',
      device: 'other',
    });
  });

  test('a second start leaves the attempt that is pending', async () => {
    const { startEmbeddedLogin, eid, latest } = openFlows();
    const first = await startEmbeddedLogin(LOGIN, USER_AGENT);
    expect(await startEmbeddedLogin(LOGIN, USER_AGENT)).toBeUndefined();
    expect(await latest()).toEqual(first);
    expect(eid.requested('cancel')).toEqual(['order-2']);
  });

  test('a text is signed the same way', async () => {
    const { startEmbeddedLogin, eid } = openFlows();
    await startEmbeddedLogin(SIGNING, USER_AGENT);
    expect(eid.calls).toMatchObject([{ request: { kind: 'sign', text: SIGNATURE.text } }]);
  });

  test('an eID that is not offered any more is refused', async () => {
    const { startEmbeddedLogin, withdrawEid, eid } = openFlows();
    withdrawEid();
    await expect(startEmbeddedLogin(LOGIN, USER_AGENT)).rejects.toMatchObject({
      code: 'eid-not-offered',
    });
    expect(eid.calls).toEqual([]);
  });

  test('one person is asked for five times in five minutes, and not again', async () => {
    const { startEmbeddedLogin, eid } = openFlows();
    const intent = { ...LOGIN.intent, person: PERSON.nationalId };
    const startOf = (id: string) => startEmbeddedLogin({ ...LOGIN, id, intent }, USER_AGENT);
    for (const id of ['1', '2', '3', '4', '5']) await startOf(id);
    await expect(startOf('6')).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(eid.calls).toHaveLength(5);
  });
});
