import { at, SUPPORT_CODE } from '@eid-broker/testing/sample-authentication';
import { SAMPLE_PHONE } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import type { OrderEid, PhoneTerms } from '../../../src/ports/eid.ts';
import { scriptedEid } from '../../support/scripted-eid.ts';
import {
  authenticationIdOf,
  BACKEND,
  CALL,
  CIBA,
  DOMAIN,
  openBackchannel,
  PHONE_START,
} from '../polling/open-backchannel.ts';

describe('the start of a phone request', () => {
  test('makes the eID call the named person', async () => {
    const { startPhoneAuthentication, eid } = openBackchannel();
    await startPhoneAuthentication({ ...PHONE_START, callInitiator: 'user' });
    expect(eid.calls).toEqual([
      {
        operation: 'start',
        request: {
          kind: 'phone',
          acr: PHONE_START.acr,
          scope: ['openid'],
          language: 'en',
          action: 'login',
          application: 'The Shop',
          directives: {},
          person: '191212121212',
          callInitiator: 'user',
          text: CALL.text,
          evidence: false,
        },
      },
    ]);
  });

  test('requests evidence when that scope is granted', async () => {
    const { startPhoneAuthentication, eid } = openBackchannel();
    await startPhoneAuthentication({ ...PHONE_START, scope: ['openid', 'evidence'] });
    expect(eid.calls[0]).toMatchObject({ request: { evidence: true } });
  });

  test('is stored under a hash of its id, until it expires', async () => {
    const { startPhoneAuthentication, authentications } = openBackchannel();
    const { requestId } = await startPhoneAuthentication({ ...PHONE_START, requestedExpiry: 30 });
    expect(await authentications.find(requestId)).toBeUndefined();
    expect(await authentications.find(authenticationIdOf(requestId))).toMatchObject({
      tenantId: 'tenant-1',
      clientId: 'backend',
      channel: 'ciba',
      intent: CALL,
      scope: ['openid'],
      addressFrom: undefined,
      expiresAt: at(30),
    });
  });

  test('leaves nothing when the eID refuses it', async () => {
    const { startPhoneAuthentication, eid, pollRequest } = openBackchannel();
    eid.willStart(new Failure('eid-busy-with-person'));
    await expect(startPhoneAuthentication(PHONE_START)).rejects.toMatchObject({
      code: 'eid-busy-with-person',
    });
    expect(await pollRequest('request-1', CIBA)).toEqual({ state: 'unknown' });
  });
});

describe('a phone request whose eID states its terms', () => {
  const WORDS = { ...SAMPLE_PHONE, message: undefined, pending: 'not-granted' } as const;
  const TERMS = { bindingMessage: 'Frekk Julekos', interval: 3, expiresIn: 900 };
  const WORDLESS = { ...PHONE_START, intent: { ...CALL, text: undefined } };

  function open(terms: Partial<PhoneTerms> = {}) {
    const eid = (): OrderEid => ({ ...scriptedEid(), phoneTerms: () => ({ ...TERMS, ...terms }) });
    return openBackchannel({ eid, phone: WORDS });
  }

  test('returns its words and interval, and lives as long as it says', async () => {
    const { startPhoneAuthentication, authentications } = open();
    expect(await startPhoneAuthentication(WORDLESS)).toEqual({
      requestId: 'request-1',
      supportCode: SUPPORT_CODE,
      ...TERMS,
    });
    const stored = await authentications.find(authenticationIdOf('request-1'));
    expect(stored?.expiresAt).toEqual(at(900));
  });

  test.each([
    ['the requested lifetime, if it is shorter', { requestedExpiry: 60 }, {}, 60],
    ['no longer than the eID', { requestedExpiry: 6000 }, {}, 900],
    ['no longer than fifteen minutes', { requestedExpiry: undefined }, { expiresIn: 3600 }, 900],
    ['as long as usual, if the eID says nothing', {}, { expiresIn: undefined }, 120],
  ])('has %s', async (_, changes, terms, expiresIn) => {
    const { startPhoneAuthentication } = open(terms);
    const started = await startPhoneAuthentication({ ...WORDLESS, ...changes });
    expect(started).toMatchObject({ expiresIn });
  });

  test('has one text while it is pending', async () => {
    const { startPhoneAuthentication, pollRequest } = open();
    const { requestId } = await startPhoneAuthentication(WORDLESS);
    expect(await pollRequest(requestId, CIBA)).toMatchObject({
      state: 'pending',
      stage: 'first-interaction',
      pendingText: 'not-granted',
    });
  });
});

describe('the number of phone requests', () => {
  const persons = ['191212121212', '198001011236', '197001011234', '196001011232'];

  test('is limited for an application: the fourth start in a minute is refused', async () => {
    const { startPhoneAuthentication, eid, advance } = openBackchannel();
    const start = (person: string | undefined) =>
      startPhoneAuthentication({ ...PHONE_START, intent: { ...CALL, person } });
    for (const person of persons.slice(0, 3)) await start(person);
    await expect(start(persons[3])).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(eid.calls).toHaveLength(3);
    advance(60);
    await expect(start(persons[3])).resolves.toMatchObject({ requestId: 'request-5' });
  });

  test('is limited for a person: the sixth start in five minutes is refused', async () => {
    const { startPhoneAuthentication, advance } = openBackchannel();
    for (let start = 0; start < 5; start += 1) {
      await startPhoneAuthentication(PHONE_START);
      advance(55);
    }
    await expect(startPhoneAuthentication(PHONE_START)).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    const other = { ...PHONE_START, intent: { ...CALL, person: persons[1] } };
    await expect(startPhoneAuthentication(other)).resolves.toMatchObject({
      requestId: 'request-7',
    });
    advance(25);
    await expect(startPhoneAuthentication(PHONE_START)).resolves.toMatchObject({
      requestId: 'request-8',
    });
  });

  test('is limited for a person over all applications of the tenant: the eleventh start in five minutes is refused', async () => {
    const { startPhoneAuthentication, advance } = openBackchannel();
    const start = (clientId: string, domain = DOMAIN) =>
      startPhoneAuthentication({
        ...PHONE_START,
        domain,
        application: { ...BACKEND, clientId },
      });
    for (let round = 0; round < 5; round += 1) {
      for (const clientId of ['backend', 'shop']) await start(clientId);
      advance(55);
    }
    const beside = { ...DOMAIN, issuer: 'https://beside.example.com' };
    await expect(start('bank', beside)).rejects.toMatchObject({
      code: 'too-many-requests',
      values: { seconds: 25 },
    });
    await expect(start('bank', { ...beside, tenantId: 'tenant-2' })).resolves.toBeDefined();
    advance(25);
    await expect(start('bank', beside)).resolves.toBeDefined();
  });

  test('does not grow for a person while the application has no start left', async () => {
    const { startPhoneAuthentication, advance } = openBackchannel();
    const start = (person: string | undefined) =>
      startPhoneAuthentication({ ...PHONE_START, intent: { ...CALL, person } });
    for (const person of persons.slice(0, 3)) await start(person);
    for (let refused = 0; refused < 5; refused += 1) {
      await expect(start(persons[3])).rejects.toMatchObject({ code: 'too-many-requests' });
    }
    advance(60);
    await expect(start(persons[3])).resolves.toBeDefined();
  });

  test('does not grow when the eID was not called, but does when a call failed', async () => {
    const { startPhoneAuthentication, eid, advance } = openBackchannel();
    const start = async () => {
      advance(25);
      return startPhoneAuthentication(PHONE_START);
    };
    const notAttempted = new Failure('eid-unavailable', { notAttempted: true });
    eid.willStart(...Array.from({ length: 5 }, () => notAttempted));
    for (let away = 0; away < 5; away += 1) await expect(start()).rejects.toThrow(notAttempted);
    eid.willStart(new Failure('eid-unavailable'));
    await expect(start()).rejects.toMatchObject({ code: 'eid-unavailable' });
    for (let rung = 0; rung < 4; rung += 1) await start();
    await expect(start()).rejects.toMatchObject({ code: 'too-many-requests' });
  });
});

test.each([
  ['person-missing', { ...CALL, person: undefined }],
  ['binding-message-missing', { ...CALL, text: undefined }],
])('an intent without its required member is refused: %s', async (code, intent) => {
  const { startPhoneAuthentication, eid } = openBackchannel();
  await expect(startPhoneAuthentication({ ...PHONE_START, intent })).rejects.toMatchObject({
    code,
  });
  expect(eid.calls).toEqual([]);
});

test('an eID that is not offered is not called', async () => {
  const { startPhoneAuthentication, withdrawEid, eid } = openBackchannel();
  withdrawEid();
  await expect(startPhoneAuthentication(PHONE_START)).rejects.toMatchObject({
    code: 'eid-not-offered',
  });
  expect(eid.calls).toEqual([]);
});
