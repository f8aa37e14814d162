import { at } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { type Intent, PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import {
  authenticationIdOf,
  BACKEND,
  CALL,
  HEADLESS_START,
  openBackchannel,
  PHONE_START,
} from '../polling/open-backchannel.ts';

const SIGNATURE: Intent = {
  kind: 'signature',
  action: 'sign',
  text: { visible: 'SSBhZ3JlZQ==', format: 'plaintext', nonVisible: undefined },
  person: undefined,
};

describe('the start of a headless request', () => {
  test('returns the launch data of the order', async () => {
    const { startHeadless } = openBackchannel();
    expect(await startHeadless(HEADLESS_START)).toMatchObject({
      requestId: 'request-1',
      launchData: {
        qrData: 'qr order-1 2026-03-01T10:00:00.000Z',
        autoStartToken: 'token order-1',
      },
    });
  });

  test('is refused when the eID asks for what only our page can ask', async () => {
    const { startHeadless, eid } = openBackchannel({ inputs: ['phone-number'] });
    await expect(startHeadless(HEADLESS_START)).rejects.toMatchObject({
      code: 'channel-not-offered',
    });
    expect(eid.calls).toEqual([]);
  });

  test('answers the question for the number by naming the person', async () => {
    const { startHeadless, eid } = openBackchannel({ inputs: ['national-number'] });
    const named = { ...HEADLESS_START, intent: { ...PLAIN_LOGIN, person: '51307149560' } };
    await startHeadless(named);
    expect(eid.calls).toMatchObject([{ request: { input: { nationalNumber: '51307149560' } } }]);
  });

  test('leaves the device to the person', async () => {
    const { startHeadless, eid } = openBackchannel();
    await startHeadless(HEADLESS_START);
    expect(eid.calls[0]).toEqual({
      operation: 'start',
      request: {
        kind: 'identify',
        acr: HEADLESS_START.acr,
        scope: ['openid'],
        language: 'en',
        action: 'login',
        application: 'The Shop',
        directives: {},
        input: {},
        endUserIp: '192.0.2.7',
        device: undefined,
        returnUrl: undefined,
        text: undefined,
        person: undefined,
        evidence: false,
        risk: false,
        browser: undefined,
      },
    });
  });

  test('signs a text when it is requested, always with evidence', async () => {
    const { startHeadless, eid } = openBackchannel();
    await startHeadless({ ...HEADLESS_START, intent: SIGNATURE });
    expect(eid.calls[0]).toMatchObject({
      request: { kind: 'sign', text: SIGNATURE.text, evidence: true },
    });
  });

  test('is stored under a hash of its id, until it expires', async () => {
    const { startHeadless, authentications } = openBackchannel();
    const { requestId } = await startHeadless({ ...HEADLESS_START, expiresIn: 60 });
    expect(await authentications.find(requestId)).toBeUndefined();
    expect(await authentications.find(authenticationIdOf(requestId))).toMatchObject({
      channel: 'headless',
      addressFrom: 'request',
      returnNonce: undefined,
      expiresAt: at(60),
    });
  });
});

test('a request leaves no order at the eID when it cannot be stored', async () => {
  const { startHeadless, eid, failArtifacts } = openBackchannel();
  failArtifacts();
  await expect(startHeadless(HEADLESS_START)).rejects.toThrow('the store is down');
  expect(eid.ordersOf('cancel')).toEqual(['order-1']);
});

describe('the number of orders for a person', () => {
  const named = (person: string | undefined) => ({
    ...HEADLESS_START,
    intent: { ...HEADLESS_START.intent, person },
  });

  test('is limited: the sixth start in five minutes is refused, by phone as well', async () => {
    const { startHeadless, startPhoneAuthentication, eid, advance } = openBackchannel();
    for (let start = 0; start < 4; start += 1) await startHeadless(named(CALL.person));
    await startPhoneAuthentication(PHONE_START);
    const refused = { code: 'too-many-requests', values: { seconds: 300 } };
    await expect(startHeadless(named(CALL.person))).rejects.toMatchObject(refused);
    await expect(startPhoneAuthentication(PHONE_START)).rejects.toMatchObject(refused);
    expect(eid.calls).toHaveLength(5);
    await expect(startHeadless(named('198001011236'))).resolves.toBeDefined();
    advance(300);
    await expect(startHeadless(named(CALL.person))).resolves.toBeDefined();
  });

  test('does not grow without a named person', async () => {
    const { startHeadless, eid } = openBackchannel();
    for (let start = 0; start < 6; start += 1) await startHeadless(HEADLESS_START);
    expect(eid.calls).toHaveLength(6);
  });
});

describe('the address of the person', () => {
  test('is that of the caller when the request has none, and the attempt records it', async () => {
    const { startHeadless, eid, authentications } = openBackchannel();
    const { requestId } = await startHeadless({ ...HEADLESS_START, endUserIp: undefined });
    expect(eid.calls[0]).toMatchObject({ request: { endUserIp: '198.51.100.1' } });
    expect(await authentications.find(authenticationIdOf(requestId))).toMatchObject({
      addressFrom: 'caller',
    });
  });

  test('is required when the application’s settings demand it', async () => {
    const { startHeadless, eid } = openBackchannel();
    const start = { ...HEADLESS_START, application: { ...BACKEND, requireEndUserIp: true } };
    await expect(startHeadless({ ...start, endUserIp: undefined })).rejects.toMatchObject({
      code: 'end-user-ip-missing',
    });
    expect(eid.calls).toEqual([]);
    await expect(startHeadless(start)).resolves.toMatchObject({ requestId: 'request-1' });
  });
});

describe('a return URL', () => {
  const registered = 'https://shop.example/callback';

  test.each([
    ['without a query', registered],
    ['with a query behind it', `${registered}?nonce=abc`],
    ['with a fragment behind it', `${registered}#nonce=abc`],
    ['of the greatest length', `${registered}?${'n'.repeat(482)}`],
  ])('reaches the eID when it is a redirect URI: %s', async (_, returnUrl) => {
    const { startHeadless, eid } = openBackchannel();
    await startHeadless({ ...HEADLESS_START, returnUrl });
    expect(eid.calls[0]).toMatchObject({ request: { returnUrl } });
  });

  test.each([
    ['of another origin', 'https://evil.example/callback'],
    ['that only begins like one', `${registered}-evil`],
    ['below one', `${registered}/evil`],
    ['with a user name trick', 'https://shop.example@evil.example/callback'],
    ['of another scheme', 'http://shop.example/callback'],
    ['with a space', `${registered}?a b`],
    ['with a line break', `${registered}?a\nb`],
    ['that is too long', `${registered}?${'n'.repeat(483)}`],
    ['that is empty', ''],
  ])('is refused: %s', async (_, returnUrl) => {
    const { startHeadless, eid } = openBackchannel();
    await expect(startHeadless({ ...HEADLESS_START, returnUrl })).rejects.toMatchObject({
      code: 'return-url-malformed',
    });
    expect(eid.calls).toEqual([]);
  });
});
