import { at, PERSON } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { LOGIN, openFlows, SIGNATURE, SIGNING, USER_AGENT } from '../../support/flows.ts';

describe('a start on a page of the application', () => {
  test('on the same device binds no browser, and gives the eID no return URL', async () => {
    const { startEmbeddedLogin, eid, latest } = openFlows({ acrDevice: 'same' });
    await startEmbeddedLogin(LOGIN, USER_AGENT);
    expect(eid.calls).toMatchObject([{ request: { device: 'same', returnUrl: undefined } }]);
    const authentication = await latest();
    expect(authentication).toMatchObject({ device: 'same', channel: 'browser', loginId: LOGIN.id });
    expect([authentication.returnNonce, authentication.browserSecret]).toEqual([
      undefined,
      undefined,
    ]);
    expect(authentication.expiresAt).toEqual(at(420));
  });

  test('yields a result without the return of a browser', async () => {
    const { startEmbeddedLogin, advanceLogin, eid, advance } = openFlows({ acrDevice: 'same' });
    await startEmbeddedLogin(LOGIN, USER_AGENT);
    advance(2);
    eid.willCollect({ state: 'identified', identity: PERSON });
    expect(await advanceLogin(LOGIN, USER_AGENT)).toEqual({ step: 'finished' });
  });

  test('is for another device when the acr leaves the device open', async () => {
    const { startEmbeddedLogin, advanceLogin } = openFlows();
    await startEmbeddedLogin(LOGIN, USER_AGENT);
    expect(await advanceLogin(LOGIN, USER_AGENT)).toMatchObject({
      step: 'waiting',
      device: 'other',
    });
  });

  test('leaves a pending attempt when it is repeated', async () => {
    const { startEmbeddedLogin, eid, latest } = openFlows();
    const first = await startEmbeddedLogin(LOGIN, USER_AGENT);
    expect(await startEmbeddedLogin(LOGIN, USER_AGENT)).toBeUndefined();
    expect(await latest()).toEqual(first);
    expect(eid.ordersOf('cancel')).toEqual(['order-2']);
  });

  test('signs a text in the same way', async () => {
    const { startEmbeddedLogin, eid } = openFlows();
    await startEmbeddedLogin(SIGNING, USER_AGENT);
    expect(eid.calls).toMatchObject([{ request: { kind: 'sign', text: SIGNATURE.text } }]);
  });

  test('is refused when the eID is no longer offered', async () => {
    const { startEmbeddedLogin, withdrawEid, eid } = openFlows();
    withdrawEid();
    await expect(startEmbeddedLogin(LOGIN, USER_AGENT)).rejects.toMatchObject({
      code: 'eid-not-offered',
    });
    expect(eid.calls).toEqual([]);
  });

  test('for one person is possible five times in five minutes', async () => {
    const { startEmbeddedLogin, eid } = openFlows();
    const intent = { ...LOGIN.intent, person: PERSON.nationalId };
    const startOf = (id: string) => startEmbeddedLogin({ ...LOGIN, id, intent }, USER_AGENT);
    for (const id of ['1', '2', '3', '4', '5']) await startOf(id);
    await expect(startOf('6')).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(eid.calls).toHaveLength(5);
  });
});
