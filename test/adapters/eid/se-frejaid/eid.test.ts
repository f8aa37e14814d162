import { signedResult } from '@eid-broker/eid-simulators/rest/freja/results';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';

import { seFrejaId } from '../../../../src/adapters/eid/se-frejaid/open.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';
import type { IdentifyRequest, SignRequest } from '../../../../src/ports/eid.ts';
import { type FrejaUnderTest, startFrejaUnderTest } from './freja-under-test.ts';

let it: FrejaUnderTest;
beforeAll(async () => {
  it = await startFrejaUnderTest();
});
afterAll(() => it.close());

const PERSON = personsOf('SE').find(({ id }) => id === 'asa');
const ALL_SCOPES = ['openid', ...seFrejaId.offer.scopes.filter((name) => !/custom/.test(name))];
const base64 = (text: string) => Buffer.from(text).toString('base64');

function identify(change: Partial<IdentifyRequest> = {}): IdentifyRequest {
  return { ...IDENTIFY_REQUEST, ...it.request, ...change };
}

function signature(visible: string, nonVisible?: string): SignRequest {
  const text = { visible: base64(visible), format: 'plaintext', nonVisible } as const;
  return { ...identify({ evidence: true }), text, kind: 'sign' };
}

async function approved(request: IdentifyRequest | SignRequest): Promise<JsonObject> {
  const order = await it.eid.start(request);
  await it.person.open(it.eid.launchData(order, it.clock()), order);
  await it.person.approve(order);
  return order;
}

async function identityOf(order: JsonObject) {
  const progress = await it.eid.collect(order);
  if (progress.state !== 'identified')
    throw new Error(`not identified: ${JSON.stringify(progress)}`);
  return progress.identity;
}

/** The next answer has these members in place of its own. */
function nextAnswer(endpoint: string, members: object, status?: number): void {
  it.simulator.addFault('frejaid', { endpoint, effect: { kind: 'answer', members, status } });
}

describe('an identity', () => {
  test('has the claims of the granted scopes, and all of them in details', async () => {
    const identity = await identityOf(await approved(identify({ scope: ALL_SCOPES })));
    const email = 'asa@example.com';
    expect(identity).toMatchObject({ scheme: 'sefrejaid', country: 'SE', amr: ['mfa', 'swk'] });
    expect(identity.claims).toMatchObject({
      status: 'APPROVED',
      userInfoType: 'INFERRED',
      userInfo: 'N/A',
      timestamp: String(it.clock().getTime()),
      minRegistrationLevel: 'EXTENDED',
      relyingPartyUserId: identity.personId,
      details: {
        timestamp: it.clock().getTime(),
        requestedAttributes: {
          basicUserInfo: { name: PERSON?.givenName, surname: PERSON?.familyName },
          allEmailAddresses: [{ emailAddress: email }],
          ssn: { ssn: PERSON?.nationalNumber, country: 'SE' },
        },
      },
    });
    expect(identity.scopedClaims).toMatchObject({
      'frejaid:email_address': { emailaddress: email },
      'frejaid:registration_level': { registrationLevel: 'PLUS' },
      'frejaid:basic_user_info': { given_name: PERSON?.givenName, family_name: PERSON?.familyName },
      'frejaid:date_of_birth': { birthdate: '1990-06-02', dateofbirth: '1990-06-02' },
      'frejaid:age': { age: '35' },
      'frejaid:all_phone_numbers': { phone_number: expect.stringMatching(/^\+46700\d{6}$/) },
      'frejaid:photo': { photo: expect.stringMatching(/^\/9j/) },
    });
  });

  test('without scopes has neither name nor number, not even in details', async () => {
    const identity = await identityOf(await approved(identify({ scope: ['openid'] })));
    expect(identity.nationalId).toBeUndefined();
    expect(identity.scopedClaims).toEqual({});
    const { requestedAttributes } = identity.claims.details as JsonObject;
    expect(Object.keys(requestedAttributes as JsonObject)).toEqual(['relyingPartyUserId']);
  });

  test('of a named person has the number without a scope', async () => {
    const named = identify({ scope: ['openid'], person: PERSON?.nationalNumber });
    expect(await identityOf(await approved(named))).toMatchObject({
      nationalId: PERSON?.nationalNumber,
      claims: { userInfoType: 'SSN' },
    });
  });

  test('of a named person is pushed to the app, which a link opens too', async () => {
    const named = identify({ person: PERSON?.nationalNumber });
    const order = await it.eid.start(named);
    const launchData = it.eid.launchData(order, it.clock());
    expect(launchData).toMatchObject({ qrData: undefined, appLink: expect.any(String) });
    expect(await it.eid.collect(order)).toMatchObject({ hintCode: 'DELIVERED_TO_MOBILE' });
    await it.eid.cancel?.(order);
  });

  test.each([
    ['sub:email', 'Asa@Example.com', 'identified'],
    ['sub:email', 'erik@example.com', 'ended'],
    ['sub:phone', '+46700000000', 'ended'],
  ])('named by %s %s is %s', async (name, value, state) => {
    const order = await approved(identify({ directives: { [name]: value } }));
    const progress = await it.eid.collect(order);
    expect(progress).toMatchObject({ state, ...(state === 'ended' && { why: 'other-person' }) });
    expect(JSON.stringify(progress)).not.toContain('allEmailAddresses');
  });
});

describe('a signature', () => {
  test('has the signed result, the signature of the person and the status of its certificate', async () => {
    const { scopedClaims } = await identityOf(await approved(signature('Pay 100 kr')));
    const { evidence, userSignature, certificateStatus } = scopedClaims.evidence ?? {};
    expect(decodeJwt(String(evidence))).toMatchObject({ signatureType: 'SIMPLE' });
    expect(Buffer.from(String(userSignature).split('.')[1] ?? '', 'base64url').toString()).toBe(
      'Pay 100 kr',
    );
    expect(String(certificateStatus)).toMatch(/^MII/);
  });

  test('covers data that is not shown', async () => {
    const { claims } = await identityOf(await approved(signature('Pay', base64('{"a":1}'))));
    expect(claims).toMatchObject({ signRef: expect.any(String) });
    expect(JSON.stringify(claims.details)).not.toContain('userSignature');
  });
});

describe('a result', () => {
  /** The result of an approved order, with other members in its signed payload. */
  async function forged(
    request: IdentifyRequest | SignRequest,
    change: (payload: JsonObject) => object,
    signer = it.pki.tlsServer,
  ) {
    const order = await approved(request);
    const endpoint = request.kind === 'sign' ? 'getOneSignResult' : 'getOneAuthResult';
    const genuine = await identityOf(order);
    const { evidence } = genuine.scopedClaims.evidence ?? {};
    const payload = decodeJwt(String(evidence)) as JsonObject;
    nextAnswer(endpoint, { details: await signedResult(change(payload), signer) });
    return it.eid.collect(order);
  }

  const same = (payload: JsonObject) => payload;
  const identified = identifyWithEvidence;
  function identifyWithEvidence(change: Partial<IdentifyRequest> = {}) {
    return identify({ evidence: true, ...change });
  }

  test.each<[string, string, () => Promise<unknown>]>([
    [
      'with a certificate that is not pinned',
      'signature',
      () => forged(identified(), same, it.pki.rpClient),
    ],
    [
      'with the pinned certificate and another key',
      'signature',
      () =>
        forged(identified(), same, {
          certificate: it.pki.tlsServer.certificate,
          privateKey: it.pki.rpClient.privateKey,
        }),
    ],
    [
      'of another order',
      'reference',
      () => forged(identified(), (payload) => ({ ...payload, authRef: 'another' })),
    ],
    [
      'that is not approved',
      'status',
      () => forged(identified(), (payload) => ({ ...payload, status: 'CANCELED' })),
    ],
    [
      'of another person than the named one',
      'person',
      () =>
        forged(identified({ person: PERSON?.nationalNumber }), (payload) => ({
          ...payload,
          userInfo: { country: 'SE', ssn: '191212121212' },
        })),
    ],
    [
      'of a lower level of registration',
      'level',
      () =>
        forged(identified({ directives: { minregistrationlevel: 'plus' } }), (payload) => ({
          ...payload,
          requestedAttributes: {
            ...(payload.requestedAttributes as JsonObject),
            registrationLevel: 'EXTENDED',
          },
        })),
    ],
    [
      'without a level of registration',
      'level',
      () => forged(identified(), (payload) => ({ ...payload, requestedAttributes: {} })),
    ],
    [
      'with the signature of another text',
      'signed',
      () =>
        forged(signature('Pay 100 kr'), (payload) => ({
          ...payload,
          signatureData: {
            ...(payload.signatureData as JsonObject),
            userSignature: `e30.${Buffer.from('Pay 900 kr').toString('base64url')}.x`,
          },
        })),
    ],
    [
      'of another type of signature',
      'signed',
      () => forged(signature('Pay'), (payload) => ({ ...payload, signatureType: 'EXTENDED' })),
    ],
  ])('%s is unverified', async (_, step, result) => {
    expect(await result()).toEqual({ state: 'ended', why: 'unverified', hintCode: step });
  });

  test('with another photo than the signed one is unverified', async () => {
    const order = await approved(identify({ scope: ['openid', 'frejaid:photo'] }));
    nextAnswer('getOneAuthResult', { requestedAttributes: { photo: base64('another') } });
    expect(await it.eid.collect(order)).toMatchObject({
      why: 'unverified',
      hintCode: 'attributes',
    });
  });

  test('that is no JWS is unverified', async () => {
    const order = await approved(identify());
    nextAnswer('getOneAuthResult', { details: 'garbage' });
    expect(await it.eid.collect(order)).toMatchObject({ why: 'unverified', hintCode: 'signature' });
  });
});

describe('the status of an order', () => {
  test.each([
    ['STARTED', { state: 'pending', stage: 'first-interaction' }],
    ['DELIVERED_TO_MOBILE', { state: 'pending', stage: 'identification' }],
    ['OPENED_BY_A_NEWER_APP', { state: 'pending', stage: 'identification' }],
    ['CANCELED', { state: 'ended', why: 'declined' }],
    ['RP_CANCELED', { state: 'ended', why: 'lost' }],
    ['EXPIRED', { state: 'ended', why: 'not-opened' }],
    ['REJECTED', { state: 'ended', why: 'superseded' }],
  ])('%s is the progress', async (status, progress) => {
    const order = await it.eid.start(identify());
    nextAnswer('getOneAuthResult', { status });
    expect(await it.eid.collect(order)).toEqual({ ...progress, hintCode: status });
  });

  test('EXPIRED ends the order of a named person: a new one would be pushed again', async () => {
    const order = await it.eid.start(identify({ person: '199107172380' }));
    it.simulator.clock.advance(121);
    expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'expired' });
  });

  test('a second order of the person stops both', async () => {
    const named = identify({ person: PERSON?.nationalNumber });
    const first = await it.eid.start(named);
    await expect(it.eid.start(named)).rejects.toMatchObject({
      code: 'eid-busy-with-person',
      hintCode: '2000',
    });
    expect(await it.eid.collect(first)).toMatchObject({ state: 'ended', why: 'superseded' });
  });
});

describe('an error of Freja', () => {
  test.each<[number, number | undefined, string]>([
    [422, 1000, 'eid-refused-request'],
    [422, 1002, 'eid-refused-request'],
    [422, 1004, 'eid-misconfigured'],
    [422, 1008, 'eid-misconfigured'],
    [422, 1009, 'eid-misconfigured'],
    [422, 1011, 'eid-misconfigured'],
    [422, 1013, 'eid-misconfigured'],
    [400, 1010, 'eid-refused-request'],
    [422, 2000, 'eid-busy-with-person'],
    [422, 2002, 'eid-refused-request'],
    [422, 3001, 'eid-refused-request'],
    [500, 0, 'eid-unavailable'],
    [401, undefined, 'eid-misconfigured'],
    [403, undefined, 'eid-misconfigured'],
    [404, undefined, 'eid-misconfigured'],
    [405, undefined, 'eid-misconfigured'],
    [415, undefined, 'eid-misconfigured'],
    [429, undefined, 'eid-unavailable'],
    [503, undefined, 'eid-unavailable'],
  ])('%i with code %p is %s', async (status, code, expected) => {
    nextAnswer('initAuthentication', code === undefined ? {} : { code, message: 'x' }, status);
    await expect(it.eid.start(identify())).rejects.toMatchObject({ code: expected });
  });

  test('1100 to a collect is a lost order', async () => {
    const order = await it.eid.start(identify());
    nextAnswer('getOneAuthResult', { code: 1100, message: 'x' }, 422);
    expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
  });

  test.each<[number, number | undefined, string]>([
    [422, 1004, 'eid-misconfigured'],
    [422, 2002, 'eid-refused-request'],
    [403, undefined, 'eid-misconfigured'],
    [500, 0, 'eid-unavailable'],
    [503, undefined, 'eid-unavailable'],
  ])(
    '%i with code %p to a collect is %s, and the next one counts',
    async (status, code, expected) => {
      const order = await it.eid.start(identify());
      nextAnswer('getOneAuthResult', code === undefined ? {} : { code, message: 'x' }, status);
      await expect(it.eid.collect(order)).rejects.toMatchObject({
        name: 'Failure',
        code: expected,
      });
      expect(await it.eid.collect(order)).toMatchObject({ state: 'pending' });
    },
  );

  test.each([1005, 1012])('%i about the named person ends the order', async (code) => {
    nextAnswer('initAuthentication', { code, message: 'x' }, 422);
    const order = await it.eid.start(identify({ person: '190001012384' }));
    expect(it.eid.launchData(order, it.clock())).toBeUndefined();
    const ended = { state: 'ended', why: 'failed', hintCode: String(code) };
    expect(await it.eid.collect(order)).toEqual(ended);
    await it.eid.cancel?.(order);
  });

  test.each(['garbage', 'reset', 'lost'])(
    '%s in place of an answer is unavailable',
    async (kind) => {
      it.simulator.addFault('frejaid', { endpoint: 'initAuthentication', effect: { kind } });
      await expect(it.eid.start(identify())).rejects.toMatchObject({ code: 'eid-unavailable' });
    },
  );

  test('that hangs is unavailable after the time-out', async () => {
    const hasty = it.open({ timeoutSeconds: 0.2 });
    it.simulator.addFault('frejaid', { endpoint: 'initAuthentication', effect: { kind: 'hang' } });
    await expect(hasty.start(identify())).rejects.toMatchObject({ code: 'eid-unavailable' });
    await hasty.close();
  });

  test('without a client certificate of Freja’s is a fault of our settings', async () => {
    const another = it.open(await it.settingsOfAnother());
    const order = await it.eid.start(identify());
    expect(await another.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
    await another.close();
  });
});

describe('the QR code', () => {
  test('changes each second, and only the current one opens the order', async () => {
    const order = await it.eid.start(identify());
    const first = it.eid.launchData(order, it.clock());
    it.simulator.clock.advance(10);
    const second = it.eid.launchData(order, it.clock());
    expect(first?.qrData).not.toBe(second?.qrData);
    await expect(it.person.open(first, order)).rejects.toMatchObject({ code: 'stale_qr_code' });
    await it.person.open(second, order);
    expect(await it.eid.collect(order)).toMatchObject({ hintCode: 'DELIVERED_TO_MOBILE' });
  });

  test('made with another secret opens nothing', async () => {
    const order = await it.eid.start(identify());
    const forgedOrder = { ...order, qrCodeSecret: 'another' };
    const launchData = it.eid.launchData(forgedOrder, it.clock());
    await expect(it.person.open(launchData, order)).rejects.toMatchObject({
      code: 'wrong_qr_code',
    });
  });

  test('of the same device is a link that names where to return', async () => {
    const returnUrl = 'https://login.example/login/1/return?nonce=abc';
    const order = await it.eid.start(identify({ device: 'same', returnUrl }));
    const link = new URL(it.eid.launchData(order, it.clock())?.appLink ?? '');
    expect(link.searchParams.get('originAppScheme')).toBe(returnUrl);
    expect(link.searchParams.get('transactionReference')).toBe(order.reference);
  });
});
