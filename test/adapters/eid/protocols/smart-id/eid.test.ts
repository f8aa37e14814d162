import { newKeys } from '@eid-broker/eid-simulators/bankid/pki/pki';
import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { eeSmartId } from '../../../../../src/adapters/eid/ee-smart-id/row.ts';
import { lvSmartId } from '../../../../../src/adapters/eid/lv-smart-id/row.ts';
import { readJsonAnswer } from '../../../../../src/adapters/eid/protocols/https/json-call.ts';
import { collectFailure } from '../../../../../src/adapters/eid/protocols/smart-id/smart-id-api.ts';
import type { JsonObject } from '../../../../../src/domain/json.ts';
import type { IdentifyRequest } from '../../../../../src/ports/eid.ts';
import { pinOf, type SmartIdUnderTest, startSmartIdUnderTest } from './smart-id-under-test.ts';

const RETURN_URL = 'https://login.example/login/1/return?nonce=abc';
const MARI = '60001019906';

let it: SmartIdUnderTest;
beforeAll(async () => {
  it = await startSmartIdUnderTest(eeSmartId);
});
afterAll(() => it.close());
afterEach(() => it.simulator.world.eid('smart-id').faults.clear());

function start(change: Partial<IdentifyRequest> = {}): Promise<JsonObject> {
  return it.eid.start({ ...IDENTIFY_REQUEST, ...change });
}

/** A pushed order, and its login in the app. */
async function push(): Promise<{ readonly order: JsonObject; readonly loginId: string }> {
  return { order: await start({ person: MARI }), loginId: it.pushed() };
}

function spoil(endpoint: string, effect: object): void {
  it.simulator.addFault('smart-id', { endpoint, effect });
}

describe('an order', () => {
  test.each([
    ['of anybody on another device', {}, ['qrData']],
    [
      'of anybody on an application’s page',
      { device: undefined, returnUrl: RETURN_URL },
      ['qrData'],
    ],
    ['of anybody on the same device', { device: 'same', returnUrl: RETURN_URL }, ['appLink']],
    ['without a return', { device: 'same' }, ['qrData']],
    ['of a named person', { person: MARI }, ['verificationCode']],
    [
      'of a named person on the same device',
      { person: MARI, device: 'same', returnUrl: RETURN_URL },
      ['appLink'],
    ],
  ] as const)('%s has %j', async (_, change, shown) => {
    const order = await start(change);
    const launchData = Object.entries(it.eid.launchData(order, it.clock()) ?? {});
    expect(launchData.flatMap(([name, value]) => (value === undefined ? [] : [name]))).toEqual(
      shown,
    );
  });

  test('that is pushed shows the code of the app', async () => {
    const { order, loginId } = await push();
    const { verificationCode } = it.simulator.logins.find(loginId) ?? {};
    expect(it.eid.launchData(order, it.clock())).toMatchObject({ verificationCode });
    expect(await it.eid.collect(order)).toEqual({
      state: 'pending',
      stage: 'first-interaction',
      hintCode: 'pushed',
    });
  });

  test('on the same device awaits the return once the person has confirmed', async () => {
    const order = await start({ device: 'same', returnUrl: RETURN_URL });
    await it.person.approveHere?.(it.eid.launchData(order, it.clock()), order);
    expect(await it.eid.collect(order)).toEqual({
      state: 'pending',
      stage: 'identification',
      hintCode: 'awaitingReturn',
    });
    expect(it.eid.isOpened('awaitingReturn')).toBe(true);
  });

  test('for a named person without an account ends as one with an unusable account', async () => {
    const order = await start({ person: '38001085718' });
    expect(it.eid.launchData(order, it.clock())).toBeUndefined();
    expect(await it.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'blocked',
      hintCode: 'noAccount',
    });
    const about = { language: 'en', device: 'other', mobile: false, ended: true } as const;
    expect(it.eid.texts('noAccount', about)).toBe(it.eid.texts('DOCUMENT_UNUSABLE', about));
  });

  test('of another kind is refused, and nothing reaches Smart-ID', async () => {
    const text = { visible: 'SGVq', format: 'plaintext', nonVisible: undefined } as const;
    const signature = { ...IDENTIFY_REQUEST, kind: 'sign', text } as const;
    await expect(it.eid.start(signature)).rejects.toMatchObject({ code: 'eid-refused-request' });
  });

  test('is lost when Smart-ID does not know it any more', async () => {
    const order = await start();
    expect(
      await it.eid.collect({ ...order, sessionId: 'fa20fd1e-e320-4c68-8315-f6a507a0b4a9' }),
    ).toEqual({
      state: 'ended',
      why: 'lost',
      hintCode: 'lost',
      finding: { reason: 'order-unknown', facts: { answer: 'HTTP 404' } },
    });
  });

  test('that is stored by another eID is a bug', async () => {
    await expect(it.eid.collect({ orderRef: 'x' })).rejects.toThrow('not one of Smart-ID');
  });
});

describe('a text', () => {
  const shown = (text: string) => ({
    visible: Buffer.from(text).toString('base64'),
    format: 'plaintext' as const,
    nonVisible: undefined,
  });
  const login = (id: string) => it.simulator.logins.find(id);

  test('of the application has a screen of its own', async () => {
    const order = await start({ text: shown('Kinnita tellimus 7 €') });
    const id = await it.openLink(it.eid.launchData(order, it.clock())?.qrData);
    expect(login(id)).toMatchObject({
      text: 'Kinnita tellimus 7 €',
      action: 'confirmationMessage',
    });
  });

  test('of 200 characters is shown', async () => {
    const text = 'õ'.repeat(200);
    const order = await start({ text: shown(text) });
    const id = await it.openLink(it.eid.launchData(order, it.clock())?.qrData);
    expect(login(id)).toMatchObject({ text });
  });

  test('that is absent is the name of the application, in 60 characters', async () => {
    const order = await start({ application: 'The Shop '.repeat(9) });
    const id = await it.openLink(it.eid.launchData(order, it.clock())?.qrData);
    expect(login(id)).toMatchObject({ action: 'displayTextAndPIN' });
    expect(login(id)?.text).toMatch(/^Identify yourself to The Shop .{30}$/);
  });

  test('of a pushed order comes with the choice of the code', async () => {
    const { loginId } = await push();
    expect(login(loginId)?.action).toBe('confirmationMessageAndVerificationCodeChoice');
  });
});

describe('the end of an order', () => {
  test.each([
    ['USER_REFUSED', 'declined'],
    ['USER_REFUSED_INTERACTION', 'declined'],
    ['USER_REFUSED_CERT_CHOICE', 'declined'],
    ['TIMEOUT', 'expired'],
    ['DOCUMENT_UNUSABLE', 'blocked'],
    ['ACCOUNT_UNUSABLE', 'blocked'],
    ['WRONG_VC', 'failed'],
    ['REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP', 'app-unable'],
    ['PROTOCOL_FAILURE', 'failed'],
    ['EXPECTED_LINKED_SESSION', 'failed'],
    ['SERVER_ERROR', 'failed'],
    ['SOMETHING_NEW', 'failed'],
  ])('by %s is %s', async (word, why) => {
    const { order, loginId } = await push();
    it.simulator.logins.decide(loginId, { kind: 'failed', word });
    expect(await it.eid.collect(order)).toEqual({ state: 'ended', why, hintCode: word });
  });

  test('by a result that is no word is a failure', async () => {
    const { order } = await push();
    spoil('session', { kind: 'answer', members: { state: 'COMPLETE', result: { endResult: 7 } } });
    expect(await it.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'failed',
      hintCode: 'unknown',
    });
  });

  test('by a revoked certificate is blocked', async () => {
    const { order, loginId } = await push();
    it.simulator.logins.decide(loginId, { kind: 'failed', word: 'CERTIFICATE_REVOKED' });
    expect(await it.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'blocked',
      hintCode: 'revoked',
    });
  });

  test('of another person’s answer is left to the service, and of another country’s unverified', async () => {
    const order = await start();
    const id = await it.openLink(it.eid.launchData(order, it.clock())?.qrData);
    const lithuanian = { ...it.people[1]!, country: 'LT' } as const;
    it.simulator.logins.decide(id, { kind: 'approved', person: lithuanian });
    expect(await it.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'unverified',
      hintCode: 'country',
      finding: { reason: 'other-country', facts: { found: 'LT', wanted: 'EE' } },
    });
  });
});

describe('an identity', () => {
  test('has every claim', async () => {
    const order = await start();
    const id = await it.openLink(it.eid.launchData(order, it.clock())?.qrData);
    const [, jaan] = it.people;
    it.simulator.logins.decide(id, { kind: 'approved', person: jaan! });
    expect(await it.eid.collect(order)).toEqual({
      state: 'identified',
      identity: {
        scheme: 'eesmartid',
        country: 'EE',
        personId: `PNOEE-${jaan?.nationalNumber}`,
        nationalId: jaan?.nationalNumber,
        method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
        amr: ['mfa', 'swk'],
        claims: {
          ssn: jaan?.nationalNumber,
          name: 'Jaan Näidis',
          givenname: 'Jaan',
          given_name: 'Jaan',
          surname: 'Näidis',
          family_name: 'Näidis',
          birthdate: '1985-08-15',
          dateofbirth: '1985-08-15',
          documentNumber: expect.stringMatching(/^PNOEE-\d{11}-[\dA-F]{4}-Q$/),
        },
        scopedClaims: {},
      },
    });
  });
});

describe('an identity of Latvia', () => {
  test('has the birth date of the certificate where the code has none', async () => {
    const latvian = await startSmartIdUnderTest(lvSmartId);
    const ids = [
      { nationalNumber: '320000-10003', birthdate: '1990-08-17' },
      { nationalNumber: '030403-10075', birthdate: '1903-04-03' },
    ];
    for (const id of ids) {
      const order = await latvian.eid.start(IDENTIFY_REQUEST);
      const { qrData } = latvian.eid.launchData(order, latvian.clock()) ?? {};
      const person = { ...latvian.people[0]!, ...id };
      const loginId = await latvian.openLink(qrData);
      latvian.simulator.logins.decide(loginId, { kind: 'approved', person });
      expect(await latvian.eid.collect(order)).toMatchObject({
        identity: { nationalId: id.nationalNumber, claims: { birthdate: id.birthdate } },
      });
    }
    await latvian.close();
  });
});

describe('a response', () => {
  const START_FAILURES = [
    [400, 'eid-refused-request'],
    [401, 'eid-misconfigured'],
    [403, 'eid-misconfigured'],
    [405, 'eid-misconfigured'],
    [415, 'eid-misconfigured'],
    [408, 'eid-unavailable'],
    [429, 'eid-unavailable'],
    [471, 'eid-refused-request'],
    [480, 'eid-misconfigured'],
    [500, 'eid-unavailable'],
    [502, 'eid-unavailable'],
    [580, 'eid-unavailable'],
  ] as const;

  test.each(START_FAILURES)('to a start with status %d is %s', async (status, code) => {
    spoil('anonymous', { kind: 'status', status });
    await expect(start()).rejects.toMatchObject({ name: 'Failure', code });
  });

  test.each([
    ...START_FAILURES.filter(([, code]) => code !== 'eid-refused-request'),
    [400, 'eid-unavailable'] as const,
    [471, 'eid-unavailable'] as const,
  ])('to a collect with status %d is %s', async (status, code) => {
    const order = await start();
    spoil('session', { kind: 'status', status });
    await expect(it.eid.collect(order)).rejects.toMatchObject({ name: 'Failure', code });
  });

  test.each([
    [429, 'tooManyRequests'],
    [580, 'maintenance'],
    [500, undefined],
  ])('with status %d has the hint code %s', async (status, hintCode) => {
    spoil('anonymous', { kind: 'status', status });
    await expect(start()).rejects.toMatchObject({ code: 'eid-unavailable', hintCode });
    const order = await start();
    spoil('session', { kind: 'status', status });
    await expect(it.eid.collect(order)).rejects.toMatchObject({ hintCode });
  });

  test('with Retry-After says when to ask again', () => {
    const answer = { statusCode: 429, headers: { 'retry-after': '7' }, text: '' };
    const { fault } = readJsonAnswer('session', answer);
    expect(fault && collectFailure(fault)).toMatchObject({
      code: 'eid-unavailable',
      hintCode: 'tooManyRequests',
      values: { seconds: 7 },
    });
  });

  test.each(['garbage', 'reset', 'lost'])('that is %s is none', async (kind) => {
    spoil('anonymous', { kind });
    await expect(start()).rejects.toMatchObject({ code: 'eid-unavailable' });
    const order = await start();
    spoil('session', { kind });
    await expect(it.eid.collect(order)).rejects.toMatchObject({ code: 'eid-unavailable' });
    expect(await it.eid.collect(order)).toMatchObject({ state: 'pending' });
  });

  test.each([
    ['sessionSecret', null],
    ['sessionToken', 'a b'],
    ['deviceLinkBase', 'javascript:alert(1)//'],
    ['deviceLinkBase', 'https://smart-id.com/?x=1'],
    ['sessionID', '../../other'],
  ])('to a start with %s %j is unusable', async (name, value) => {
    spoil('anonymous', { kind: 'answer', members: { [name]: value } });
    await expect(start()).rejects.toMatchObject({ code: 'eid-unavailable' });
  });

  test('with an unknown state is unusable', async () => {
    const order = await start();
    spoil('session', { kind: 'answer', members: { state: 'PAUSED' } });
    await expect(it.eid.collect(order)).rejects.toMatchObject({ code: 'eid-unavailable' });
  });

  test('that confirms without a signature is unverified', async () => {
    const order = await start();
    spoil('session', {
      kind: 'answer',
      members: { state: 'COMPLETE', result: { endResult: 'OK', documentNumber: 'PNOEE-X' } },
    });
    expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'unverified' });
  });

  test('names no person in the log', async () => {
    spoil('notification', { kind: 'answer', status: 400, members: { detail: `PNOEE-${MARI}` } });
    const failure = await start({ person: MARI }).catch((error: unknown) => error);
    expect(String(failure)).toBe('Failure: eid-refused-request: start: 400');
  });
});

describe('the revocation check', () => {
  async function approved(): Promise<JsonObject> {
    const order = await start();
    const id = await it.openLink(it.eid.launchData(order, it.clock())?.qrData);
    it.simulator.logins.decide(id, { kind: 'approved', person: it.people[1]! });
    return order;
  }

  test.each([{ kind: 'status', status: 503 }, { kind: 'reset' }])(
    'without an answer is made again: %j',
    async (effect) => {
      const order = await approved();
      spoil('ocsp', effect);
      await expect(it.eid.collect(order)).rejects.toMatchObject({ code: 'eid-unavailable' });
      expect(await it.eid.collect(order)).toMatchObject({ state: 'identified' });
    },
  );

  test('with garbage is no proof', async () => {
    const order = await approved();
    spoil('ocsp', { kind: 'garbage' });
    expect(await it.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'unverified',
      hintCode: 'ocsp',
    });
  });
});

describe('the server', () => {
  test('with another key is not talked to, though its certificate is valid', async () => {
    const { publicKey } = await newKeys();
    const elsewhere = it.open({ serverKeys: [pinOf(publicKey)] });
    const before = it.simulator.world.eid('smart-id').statistics?.();
    await expect(elsewhere.start(IDENTIFY_REQUEST)).rejects.toMatchObject({
      code: 'eid-unavailable',
      detail: expect.stringContaining('the server has another key than the pinned ones'),
    });
    expect(it.simulator.world.eid('smart-id').statistics?.()).toEqual(before);
    await elsewhere.close();
  });

  test('may have one of several pinned keys', async () => {
    const { publicKey } = await newKeys();
    const pins = it.settings.serverKeys as readonly string[];
    const rotating = it.open({ serverKeys: [pinOf(publicKey), ...pins] });
    await expect(rotating.start(IDENTIFY_REQUEST)).resolves.toMatchObject({ kind: 'session' });
    await rotating.close();
  });

  test('needs a valid certificate beside the pinned key', async () => {
    const publicWeb = it.open({ ca: undefined });
    await expect(publicWeb.start(IDENTIFY_REQUEST)).rejects.toMatchObject({
      code: 'eid-unavailable',
    });
    await publicWeb.close();
  });

  test('knows the service by UUID and name', async () => {
    const stranger = it.open({ relyingPartyUuid: '11111111-0000-4000-8000-000000000000' });
    await expect(stranger.start(IDENTIFY_REQUEST)).rejects.toMatchObject({
      code: 'eid-misconfigured',
    });
    const misnamed = it.open({ relyingPartyName: 'Other' });
    await expect(misnamed.start(IDENTIFY_REQUEST)).rejects.toMatchObject({
      code: 'eid-misconfigured',
    });
    await Promise.all([stranger.close(), misnamed.close()]);
  });

  test('of another environment takes no link of this one', async () => {
    const production = it.open({ environment: 'production' });
    const order = await production.start(IDENTIFY_REQUEST);
    const link = production.launchData(order, it.clock())?.qrData;
    await expect(it.openLink(link)).rejects.toMatchObject({ code: 'wrong_qr_code' });
    await production.close();
  });
});
