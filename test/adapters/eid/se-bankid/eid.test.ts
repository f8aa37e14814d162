import { encodePkcs12 } from '@eid-broker/eid-simulators/bankid/pki/pkcs12';
import { EID_REQUEST, IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../src/domain/json.ts';
import type { IdentifyRequest, PhoneRequest, SignRequest } from '../../../../src/ports/eid.ts';
import { type BankIdUnderTest, startBankIdUnderTest } from './bankid-under-test.ts';

const me = '199107172380';
const base64 = (text: string) => Buffer.from(text).toString('base64');

const identify: IdentifyRequest = {
  ...IDENTIFY_REQUEST,
  endUserIp: '2001:db8::17',
  browser: { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' },
};
const shown = {
  visible: base64('Hej på dig'),
  format: 'plaintext',
  nonVisible: undefined,
} as const;
const sign: SignRequest = {
  ...identify,
  kind: 'sign',
  text: { visible: base64('# Köp\n\nTio äpplen'), format: 'markdown', nonVisible: base64('id 7') },
};
const phoneCall: PhoneRequest = {
  ...EID_REQUEST,
  kind: 'phone',
  person: me,
  callInitiator: 'RP',
  text: shown,
  evidence: false,
};

let bankId: BankIdUnderTest;

beforeAll(async () => {
  bankId = await startBankIdUnderTest();
});

beforeEach(async () => {
  // Orders that an earlier test left open are over by then.
  bankId.simulator.clock.advance(200);
  await fetch(`${bankId.simulator.phoneUrl}/api/faults`, { method: 'DELETE' });
});

afterAll(async () => {
  await bankId.close();
});

/** Starts an order that `me` has scanned. */
async function startScanned(
  request: IdentifyRequest | SignRequest = identify,
): Promise<JsonObject> {
  const order = await bankId.eid.start(request);
  const { qrData } = bankId.eid.launchData(order, bankId.clock())!;
  await bankId.phone('scan', { qrData, personalNumber: me });
  return order;
}

function fault(endpoint: string, effect: object, more: object = {}): Promise<unknown> {
  return bankId.phone('faults', { endpoint, times: 1, phase: 'before', effect, ...more });
}

function change(members: object): Promise<unknown> {
  return fault('collect', { kind: 'answer', members }, { phase: 'after' });
}

describe('an order', () => {
  test('is stored with the data for its launch and its collects only', async () => {
    const order = await bankId.eid.start(identify);
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(order).toEqual({
      orderRef: uuid,
      autoStartToken: uuid,
      qrStartToken: uuid,
      qrStartSecret: uuid,
      startedAt: bankId.clock().getTime(),
    });
  });

  test('shows a new QR code each second, which BankID accepts, and never the secret', async () => {
    const order = await bankId.eid.start(identify);
    const first = bankId.eid.launchData(order, bankId.clock())!;
    bankId.simulator.clock.advance(7);
    const later = bankId.eid.launchData(order, bankId.clock())!;
    expect(first.qrData).toMatch(/\.0\.[0-9a-f]{64}$/);
    expect(later.qrData).toMatch(/\.7\.[0-9a-f]{64}$/);
    expect(JSON.stringify([first, later])).not.toContain(String(order.qrStartSecret));
    await expect(
      bankId.phone('scan', { qrData: later.qrData, personalNumber: me }),
    ).resolves.toMatchObject({ orderRef: order.orderRef });
  });

  test('is opened by its own link', async () => {
    const order = await bankId.eid.start({ ...identify, device: 'same' });
    const { autoStartToken, appLink, desktopLink } = bankId.eid.launchData(order, bankId.clock())!;
    expect(autoStartToken).toBe(order.autoStartToken);
    expect(appLink).toBe(`https://app.bankid.com/?autostarttoken=${autoStartToken}&redirect=null`);
    expect(desktopLink).toBe(`bankid:///?autostarttoken=${autoStartToken}&redirect=null`);
    await expect(
      bankId.phone('open', { link: desktopLink, personalNumber: me }),
    ).resolves.toMatchObject({ orderRef: order.orderRef });
  });

  test('is opened on a simulated phone where the settings say so', async () => {
    const app = 'http://localhost:3011/';
    const simulated = bankId.open({ startUrls: { app, desktop: app } });
    const order = await bankId.eid.start(identify);
    const link = `http://localhost:3011/?autostarttoken=${order.autoStartToken}&redirect=null`;
    expect(simulated.launchData(order, bankId.clock())).toMatchObject({
      appLink: link,
      desktopLink: link,
    });
  });

  test('for evidence is stored with a digest of the requested text', async () => {
    const order = await bankId.eid.start(sign);
    expect(order.requested).toEqual({
      operation: 'Signing',
      visible: expect.stringMatching(/^[\w-]{43}$/),
      nonVisible: expect.stringMatching(/^[\w-]{43}$/),
      format: 'simpleMarkdownV1',
    });
    expect((await bankId.eid.start({ ...identify, evidence: true })).requested).toEqual({
      operation: 'Identification',
      format: 'plaintext',
    });
  });

  test.each([[{ operation: 'Other', format: 'plaintext' }], [['a']], [7]])(
    'is refused when its stored request has another form: %j',
    async (requested) => {
      const order = await bankId.eid.start(identify);
      expect(() => bankId.eid.launchData({ ...order, requested }, bankId.clock())).toThrow(
        'not one of se-bankid',
      );
    },
  );

  test('is refused when it is not one of this eID', () => {
    expect(() => bankId.eid.launchData({ orderRef: 'o' }, bankId.clock())).toThrow(
      'not one of se-bankid',
    );
  });
});

describe('a signature in the app', () => {
  test('shows the application and the text', async () => {
    const { orderRef } = await bankId.eid.start(sign);
    const response = await fetch(`${bankId.simulator.phoneUrl}/api/orders`);
    const orders = (await response.json()) as { orderRef: string; kind: string }[];
    const listed = orders.find((order) => order.orderRef === orderRef);
    expect(listed).toMatchObject({ kind: 'sign' });
    expect(JSON.stringify(listed)).toContain('Tio äpplen');
  });
});

describe('a person on the same device', () => {
  test('is sent back by the app to the return URL', async () => {
    const returnUrl = 'https://login.example/login/1/return?nonce=abc';
    const order = await bankId.eid.start({ ...identify, device: 'same', returnUrl });
    const { appLink } = bankId.eid.launchData(order, bankId.clock())!;
    await bankId.phone('open', { link: appLink, personalNumber: me });
    const done = await bankId.phone(`orders/${order.orderRef}/approve`);
    expect(done).toMatchObject({ returnUrl });
  });
});

describe('a finished order', () => {
  test('identifies the person, with evidence where it is wanted', async () => {
    const order = await startScanned({ ...identify, evidence: true });
    expect(await bankId.eid.collect(order)).toEqual({
      state: 'pending',
      stage: 'identification',
      hintCode: 'userSign',
    });
    await bankId.phone(`orders/${order.orderRef}/approve`);
    const progress = await bankId.eid.collect(order);
    expect(progress).toMatchObject({
      state: 'identified',
      identity: {
        nationalId: me,
        claims: { ssn: me, name: 'Erik Johan af Test', given_name: 'Erik Johan' },
        scopedClaims: {
          evidence: {
            evidence: expect.stringMatching(/^PD94bWwg/),
            ocspResponse: expect.stringMatching(/^MII/),
          },
        },
      },
    });
  });

  test('yields no evidence that the request did not ask for', async () => {
    const order = await startScanned();
    await bankId.phone(`orders/${order.orderRef}/approve`);
    expect(await bankId.eid.collect(order)).toMatchObject({ identity: { scopedClaims: {} } });
  });

  test('of a signature identifies the signer, always with evidence', async () => {
    const order = await startScanned(sign);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    expect(await bankId.eid.collect(order)).toMatchObject({
      state: 'identified',
      identity: { nationalId: me, scopedClaims: { evidence: { evidence: expect.any(String) } } },
    });
  });

  test.each(['device.uhi', 'bankIdIssueDate'])('identifies a person without %s', async (member) => {
    const order = await startScanned();
    await bankId.phone(`orders/${order.orderRef}/approve`);
    await fault('collect', { kind: 'omit', members: [member] }, { phase: 'after' });
    expect(await bankId.eid.collect(order)).toMatchObject({ state: 'identified' });
  });

  test.each(['user.personalNumber', 'user.name', 'device'])(
    'is a failure without %s, since no other answer will come',
    async (member) => {
      const order = await startScanned();
      await bankId.phone(`orders/${order.orderRef}/approve`);
      await fault('collect', { kind: 'omit', members: [member] }, { phase: 'after' });
      expect(await bankId.eid.collect(order)).toEqual({
        state: 'ended',
        why: 'lost',
        hintCode: 'completionData',
      });
    },
  );
});

describe('evidence that is not valid', () => {
  /** Collects an approved order whose final answer is changed on its way. */
  async function collectWith(effect: object, request: IdentifyRequest | SignRequest = sign) {
    const order = await startScanned(request);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    await fault('collect', effect, { phase: 'after' });
    return bankId.eid.collect(order);
  }
  const unverified = (hintCode: string) => ({ state: 'ended', why: 'unverified', hintCode });
  const user = {
    personalNumber: me,
    name: 'Erik Johan af Test',
    givenName: 'Erik Johan',
    surname: 'af Test',
  };

  test.each(['signature', 'ocspResponse'])(
    'does not identify the person: no %s',
    async (member) => {
      const progress = await collectWith({ kind: 'omit', members: [member] });
      expect(progress).toEqual(unverified('absent'));
    },
  );

  test('is ignored where the request asks for none', async () => {
    const progress = await collectWith({ kind: 'omit', members: ['signature'] }, identify);
    expect(progress).toMatchObject({ state: 'identified' });
  });

  test.each([
    ['as BankID said it', {}, { state: 'identified' }],
    ['of another person', { user: { ...user, personalNumber: '199006022397' } }, 'expectations'],
    ['that is no document', { signature: 'PD94bWw=' }, 'form'],
    ['with half an OCSP response', { ocspResponse: 'MIIHdgoBAKCC' }, 'ocsp'],
  ])('ends the order with the step that failed: evidence %s', async (_, change, expected) => {
    const order = await startScanned(sign);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    const genuine = await bankId.eid.collect(order);
    if (genuine.state !== 'identified') throw new Error('the genuine evidence does not hold');
    const { evidence: signature, ocspResponse } = genuine.identity.scopedClaims.evidence!;
    const device = { ipAddress: '192.0.2.17' };
    const completionData = { user, device, signature, ocspResponse, ...change };
    const progress = await collectWith({ kind: 'answer', members: { completionData } });
    expect(progress).toMatchObject(
      typeof expected === 'string' ? unverified(expected) : { ...expected },
    );
  });

  test('does not identify the person when it is of another order', async () => {
    const order = await startScanned(sign);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    const other = await bankId.eid.start({
      ...sign,
      text: { ...sign.text, visible: base64('Hej') },
    });
    const swapped = { ...order, requested: other.requested! };
    expect(await bankId.eid.collect(swapped)).toEqual(unverified('expectations'));
  });

  test('does not identify the person when it came too late', async () => {
    const late = bankId.open({}, { clock: () => new Date(bankId.clock().getTime() + 301_000) });
    const order = await startScanned(sign);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    expect(await late.collect(order)).toEqual(unverified('ocsp'));
  });

  test.each([[sign], [{ ...identify, evidence: true }], [{ ...phoneCall, evidence: true }]])(
    'is not requested without roots to verify it: %j',
    async (request) => {
      const rootless = bankId.open({ evidenceRoots: undefined });
      await expect(rootless.start(request)).rejects.toMatchObject({
        name: 'Failure',
        code: 'eid-misconfigured',
        detail: expect.stringContaining('no evidenceRoots'),
      });
      await expect(rootless.start(identify)).resolves.toMatchObject({
        orderRef: expect.any(String),
      });
    },
  );

  test('is not accepted once the roots are removed', async () => {
    const order = await startScanned(sign);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    const rootless = bankId.open({ evidenceRoots: undefined });
    expect(await rootless.collect(order)).toEqual(unverified('noRoots'));
  });

  test('is not accepted from a kind of BankID that the settings do not name', async () => {
    const order = await startScanned(sign);
    await bankId.phone(`orders/${order.orderRef}/approve`);
    const cardsOnly = bankId.open({ certificatePolicies: ['1.2.3.4.10'] });
    expect(await cardsOnly.collect(order)).toEqual(unverified('chain'));
  });
});

describe('the risk', () => {
  const approved = async (eid: BankIdUnderTest['eid'], change: object, risk?: string) => {
    const order = await eid.start({ ...identify, ...change });
    await bankId.phone('scan', {
      qrData: eid.launchData(order, bankId.clock())?.qrData,
      personalNumber: me,
    });
    await bankId.phone(`orders/${order.orderRef}/approve`, { risk });
    return eid.collect(order);
  };
  const blocked = { state: 'ended', why: 'too-risky', hintCode: 'transactionRiskBlocked' };

  test.each([
    ['production', {}, 'moderate', 'identified'],
    ['production', {}, 'high', 'ended'],
    ['both', {}, 'high', 'ended'],
    ['test', {}, 'high', 'identified'],
    ['test', { risk: 'low' }, 'moderate', 'ended'],
    ['production', { risk: 'any' }, 'high', 'identified'],
  ] as const)(
    'in settings for %s domains with %j, %s leaves the order %s',
    async (environment, settings, risk, state) => {
      const eid = bankId.open(settings, { environment });
      const answer = await approved(eid, {}, risk);
      expect(answer.state).toBe(state);
      if (state === 'ended') expect(answer).toEqual(blocked);
    },
  );

  test('comes with the identity when the request asks for it', async () => {
    const released = async (...of: Parameters<typeof approved>) => {
      const answer = await approved(...of);
      return answer.state === 'identified' ? answer.identity.scopedClaims : answer;
    };
    expect(await released(bankId.eid, { risk: true }, 'high')).toEqual({ risk: { risk: 'high' } });
    expect(await released(bankId.eid, { risk: true }, 'none')).toEqual({});
    expect(await released(bankId.eid, { risk: false }, 'high')).toEqual({});
    expect(await released(bankId.eid, { risk: true, evidence: true }, 'low')).toEqual({
      risk: { risk: 'low' },
      evidence: { evidence: expect.any(String), ocspResponse: expect.any(String) },
    });
  });
});

describe('an order by phone', () => {
  test('is pending until the call is confirmed, and then until the code is entered', async () => {
    const order = await bankId.eid.start(phoneCall);
    expect(order).toEqual({ orderRef: order.orderRef, startedAt: bankId.clock().getTime() });
    expect(bankId.eid.launchData(order, bankId.clock())).toBeUndefined();
    const { orderRef } = order;
    await bankId.phone('open', { orderRef, personalNumber: me });
    expect(await bankId.eid.collect(order)).toEqual({
      state: 'pending',
      stage: 'acknowledgement',
      hintCode: 'userCallConfirm',
    });
    await bankId.phone(`orders/${orderRef}/confirm-call`);
    expect(await bankId.eid.collect(order)).toMatchObject({ stage: 'identification' });
    await bankId.phone(`orders/${orderRef}/approve`);
    expect(await bankId.eid.collect(order)).toMatchObject({ identity: { nationalId: me } });
  });

  test('ends when the person is not in such a call', async () => {
    const order = await bankId.eid.start({ ...phoneCall, callInitiator: 'user' });
    await bankId.phone('open', { orderRef: order.orderRef, personalNumber: me });
    await bankId.phone(`orders/${order.orderRef}/decline-call`);
    expect(await bankId.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'declined',
      hintCode: 'userDeclinedCall',
    });
  });

  test('is refused while another order of the same person is in progress, which ends too', async () => {
    const first = await bankId.eid.start(phoneCall);
    await expect(bankId.eid.start(phoneCall)).rejects.toMatchObject({
      name: 'Failure',
      code: 'eid-busy-with-person',
      hintCode: 'alreadyInProgress',
    });
    expect(await bankId.eid.collect(first)).toEqual({
      state: 'ended',
      why: 'superseded',
      hintCode: 'cancelled',
    });
  });
});

describe('an order by phone with evidence', () => {
  test('identifies the person and returns the evidence', async () => {
    const order = await bankId.eid.start({ ...phoneCall, evidence: true });
    const { orderRef } = order;
    await bankId.phone('open', { orderRef, personalNumber: me });
    await bankId.phone(`orders/${orderRef}/confirm-call`);
    await bankId.phone(`orders/${orderRef}/approve`);
    expect(await bankId.eid.collect(order)).toMatchObject({
      identity: { nationalId: me, scopedClaims: { evidence: { evidence: expect.any(String) } } },
    });
  });
});

describe('a failed order', () => {
  test.each([
    ['userCancel', 'declined'],
    ['userDeclinedCall', 'declined'],
    ['startFailed', 'not-opened'],
    ['expiredTransaction', 'expired'],
    ['cancelled', 'superseded'],
    ['certificateErr', 'blocked'],
    ['notSupportedByUserApp', 'app-unable'],
    ['nfcNotSupportedByDevice', 'app-unable'],
    ['multipleBankIdsOnDevice', 'app-unable'],
    ['transactionRiskBlocked', 'too-risky'],
    ['mrtdVerificationFailed', 'failed'],
    ['facialRecognitionFailed', 'failed'],
    ['stepUpFailed', 'failed'],
    ['aNewFailure', 'failed'],
  ])('with %s has the ending %s', async (hintCode, why) => {
    const order = await startScanned();
    await bankId.phone(`orders/${order.orderRef}/fail`, { hintCode });
    expect(await bankId.eid.collect(order)).toEqual({ state: 'ended', why, hintCode });
  });

  test('has expired when it was not finished in time', async () => {
    const order = await startScanned();
    bankId.simulator.clock.advance(181);
    expect(await bankId.eid.collect(order)).toMatchObject({ why: 'expired' });
  });
});

describe('an unexpected answer to collect', () => {
  test.each([
    ...['outstandingTransaction', 'noClient', 'started'].map(
      (hintCode) => [{ hintCode }, 'first-interaction', hintCode] as const,
    ),
    [{ hintCode: 'userCallConfirm' }, 'acknowledgement', 'userCallConfirm'],
    ...['userSign', 'userMrtd', 'userFace', 'userStepUp', 'processing'].map(
      (hintCode) => [{ hintCode }, 'identification', hintCode] as const,
    ),
    [{ hintCode: 'aNewHint' }, 'identification', 'aNewHint'],
    [{ hintCode: null }, 'identification', 'unknown'],
    [{ hintCode: 'started', more: { a: [1] } }, 'first-interaction', 'started'],
  ])('leaves the order pending: %j', async (members, stage, hintCode) => {
    const order = await startScanned();
    await change(members);
    expect(await bankId.eid.collect(order)).toEqual({ state: 'pending', stage, hintCode });
  });

  test.each([
    [{ status: 'suspended' }, 'collect answered an unknown status'],
    [{ status: null }, 'collect answered an unknown status'],
    [{ orderRef: 'another' }, 'collect answered about another order'],
  ])('makes the eID unavailable: %j', async (members, detail) => {
    const order = await startScanned();
    await change(members);
    await expect(bankId.eid.collect(order)).rejects.toMatchObject({
      code: 'eid-unavailable',
      detail,
    });
    expect(await bankId.eid.collect(order)).toMatchObject({ state: 'pending' });
  });
});

describe('a failing BankID', () => {
  const codes = [
    [503, 'maintenance', 'eid-unavailable'],
    [500, 'internalError', 'eid-unavailable'],
    [429, 'tooManyRequests', 'eid-unavailable'],
    [408, 'requestTimeout', 'eid-unavailable'],
    [401, 'unauthorized', 'eid-misconfigured'],
    [403, 'unauthorized', 'eid-misconfigured'],
    [404, 'notFound', 'eid-misconfigured'],
    [405, 'methodNotAllowed', 'eid-misconfigured'],
    [415, 'unsupportedMediaType', 'eid-misconfigured'],
    [400, 'somethingNew', 'eid-unavailable'],
  ] as const;

  test.each([
    ['alreadyInProgress', 'eid-busy-with-person'],
    ['invalidParameters', 'eid-refused-request'],
  ])('refuses a start with 400 %s', async (errorCode, code) => {
    await fault('auth', { kind: 'error', status: 400, errorCode });
    await expect(bankId.eid.start(identify)).rejects.toMatchObject({ code, hintCode: errorCode });
  });

  test('refuses a collect with 400 invalidParameters: it has no such order', async () => {
    const order = await bankId.eid.start(identify);
    await fault('collect', { kind: 'error', status: 400, errorCode: 'invalidParameters' });
    expect(await bankId.eid.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
  });

  test.each(codes)('refuses a start with %i %s', async (status, errorCode, code) => {
    await fault('auth', { kind: 'error', status, errorCode });
    const failure = { name: 'Failure', code, hintCode: errorCode };
    await expect(bankId.eid.start(identify)).rejects.toMatchObject(failure);
    await bankId.eid.start(identify);
  });

  test.each(codes)(
    'refuses one collect with %i %s, but not the next',
    async (status, errorCode, code) => {
      const order = await bankId.eid.start(identify);
      await fault('collect', { kind: 'error', status, errorCode });
      await expect(bankId.eid.collect(order)).rejects.toMatchObject({ code, hintCode: errorCode });
      expect(await bankId.eid.collect(order)).toMatchObject({ state: 'pending' });
    },
  );

  test.each([
    ['an HTML page', { kind: 'body', status: 200, body: '<html></html>' }],
    ['no order', { kind: 'body', status: 200, body: '{"orderRef":7}' }],
    ['half an order', { kind: 'body', status: 200, body: '{"orderRef":"a","autoStartToken":"b"}' }],
    ['a broken connection', { kind: 'reset' }],
  ])('answers a start with %s, and gets one call only', async (_, effect) => {
    await fault('auth', effect);
    await expect(bankId.eid.start(identify)).rejects.toMatchObject({ code: 'eid-unavailable' });
    const response = await fetch(`${bankId.simulator.phoneUrl}/api/faults`);
    expect(await response.json()).toEqual([]);
  });

  test('makes a collect time out', async () => {
    const impatient = bankId.open({ timeoutSeconds: 0.2 });
    await fault('collect', { kind: 'hang' });
    const order = await bankId.eid.start(identify);
    await expect(impatient.collect(order)).rejects.toMatchObject({
      code: 'eid-unavailable',
      detail: 'collect: no answer in time',
    });
  });

  test.each([
    ['an error', { kind: 'error', status: 500, errorCode: 'internalError' }],
    ['nonsense', { kind: 'body', status: 200, body: '' }],
    ['a broken connection', { kind: 'reset' }],
  ])('answers a cancel with %s, which is not an error', async (_, effect) => {
    const order = await bankId.eid.start(identify);
    await fault('cancel', effect);
    await expect(bankId.eid.cancel!(order)).resolves.toBeUndefined();
  });
});

describe('a request that BankID refuses', () => {
  test('is refused with the error code of BankID', async () => {
    await expect(bankId.eid.start({ ...identify, endUserIp: 'nowhere' })).rejects.toMatchObject({
      name: 'Failure',
      code: 'eid-refused-request',
      hintCode: 'invalidParameters',
      detail: 'auth: 400 invalidParameters (Invalid endUserIp)',
    });
  });
});

describe('the settings', () => {
  test('take the client certificate as PKCS#12', async () => {
    const random = (size: number) => Buffer.alloc(size, 7);
    const file = encodePkcs12({
      identity: bankId.simulator.pki.rpClient,
      passphrase: 'opens it',
      random,
    });
    const clientCertificate = { pkcs12: file.toString('base64'), passphrase: 'opens it' };
    const order = await bankId.open({ clientCertificate }).start(identify);
    expect(await bankId.eid.collect(order)).toMatchObject({ state: 'pending' });
  });

  test('limit the kinds of BankID', async () => {
    const cardsOnly = bankId.open({ certificatePolicies: ['1.2.3.4.10'] });
    const order = await cardsOnly.start(identify);
    const { qrData } = cardsOnly.launchData(order, bankId.clock())!;
    await expect(bankId.phone('scan', { qrData, personalNumber: me })).rejects.toThrow(
      'no_usable_bankid',
    );
  });

  test('trust no CA but the configured one', async () => {
    const distrusting = bankId.open({ ca: bankId.simulator.bankIdRoot });
    await expect(distrusting.start(identify)).rejects.toMatchObject({
      code: 'eid-unavailable',
      detail: expect.stringContaining('certificate'),
    });
  });
});
