import { at, SUPPORT_CODE } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { Failure } from '../../../src/domain/failure.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { DEFAULT_LIMITS } from '../../../src/domain/tenant.ts';
import { LOGIN, openFlows, SIGNATURE, SIGNING, USER_AGENT } from '../../support/flows.ts';

describe('the start of a login', () => {
  test('on another device gives the eID no return URL and the attempt no return secret', async () => {
    const { startLogin, eid, latest } = openFlows();
    await startLogin(LOGIN, USER_AGENT, 'other');
    expect(eid.calls).toEqual([
      {
        operation: 'start',
        request: {
          kind: 'identify',
          acr: LOGIN.acr,
          scope: ['openid'],
          language: 'en',
          action: 'login',
          application: 'The Shop',
          directives: {},
          input: {},
          endUserIp: '192.0.2.7',
          device: 'other',
          returnUrl: undefined,
          text: undefined,
          person: undefined,
          evidence: false,
          risk: false,
          browser: { referringDomain: 'login.example.com', userAgent: 'Browser/1.0' },
        },
      },
    ]);
    expect(await latest()).toEqual({
      id: 'id-1',
      tenantId: 'tenant-1',
      issuer: LOGIN.issuer,
      clientId: 'shop',
      channel: 'browser',
      loginId: 'login-1',
      acr: LOGIN.acr,
      intent: PLAIN_LOGIN,
      scope: ['openid'],
      idToken: 'full',
      addressFrom: 'browser',
      device: 'other',
      returnNonce: undefined,
      returned: undefined,
      supportCode: SUPPORT_CODE,
      createdAt: at(0),
      expiresAt: at(420),
      consumedAt: undefined,
      progress: {
        state: 'pending',
        stage: 'first-interaction',
        hintCode: '',
        order: { reference: 'order-1' },
        collectAfter: at(2),
      },
    });
  });

  test('on the same device sends the return secret to the eID alone', async () => {
    const { startLogin, eid, latest } = openFlows();
    await startLogin(LOGIN, USER_AGENT, 'same');
    const { id, returnNonce } = await latest();
    expect(returnNonce).toMatch(/^id-\d$/);
    expect(returnNonce).not.toBe(id);
    expect(eid.calls).toMatchObject([
      {
        request: {
          device: 'same',
          returnUrl: `https://login.example.com/login/login-1/return?nonce=${returnNonce}`,
        },
      },
    ]);
  });

  test.each([
    ['same', 'other'],
    ['other', 'same'],
  ] as const)(
    'uses the %s device of the acr, not the chosen %s device',
    async (acrDevice, wanted) => {
      const { startLogin, latest } = openFlows({ acrDevice });
      await startLogin(LOGIN, USER_AGENT, wanted);
      expect((await latest()).device).toBe(acrDevice);
    },
  );

  test('leaves one attempt and one order after a double click', async () => {
    const { startLogin, eid, latest } = openFlows();
    await Promise.all([
      startLogin(LOGIN, USER_AGENT, 'same'),
      startLogin(LOGIN, USER_AGENT, 'same'),
    ]);
    const { progress } = await latest();
    expect(progress).toMatchObject({ state: 'pending', order: { reference: 'order-1' } });
    expect(eid.ordersOf('cancel')).toEqual(['order-2']);
  });

  test('returns the stored attempt, and the secret for this browser', async () => {
    const { startLogin, latest } = openFlows();
    const userAgent = { ...USER_AGENT, browserSecret: 'kept' };
    const started = await startLogin(LOGIN, userAgent, 'same');
    expect(started).toEqual({ authentication: await latest(), browserSecret: 'kept' });
    const other = await openFlows().startLogin(LOGIN, USER_AGENT, 'other');
    expect(other.browserSecret).toBeUndefined();
  });

  test('returns the first attempt when it is repeated, and no secret', async () => {
    const { startLogin, latest } = openFlows();
    await startLogin(LOGIN, USER_AGENT, 'same');
    const second = await startLogin(LOGIN, USER_AGENT, 'same');
    expect(second).toEqual({ authentication: await latest(), browserSecret: undefined });
  });

  test('makes a new attempt with a new secret after an end', async () => {
    const { startLogin, abandonOrder, advance, latest } = openFlows();
    await startLogin(LOGIN, USER_AGENT, 'same');
    const first = await latest();
    await abandonOrder(first, 'expired');
    advance(1);
    await startLogin(LOGIN, USER_AGENT, 'same');
    const second = await latest();
    expect(second.progress.state).toBe('pending');
    expect(second.id).not.toBe(first.id);
    expect(second.returnNonce).not.toBe(first.returnNonce);
  });

  test('fails with the failure of the eID, and leaves no attempt', async () => {
    const { startLogin, eid, authentications } = openFlows();
    eid.willStart(new Failure('eid-busy-with-person'));
    await expect(startLogin(LOGIN, USER_AGENT, 'other')).rejects.toMatchObject({
      code: 'eid-busy-with-person',
    });
    expect(await authentications.findLatest('login-1')).toBeUndefined();
  });

  test('is refused when the eID is no longer offered', async () => {
    const { startLogin, withdrawEid, eid } = openFlows();
    withdrawEid();
    await expect(startLogin(LOGIN, USER_AGENT, 'other')).rejects.toMatchObject({
      code: 'eid-not-offered',
    });
    expect(eid.calls).toEqual([]);
  });
});

describe('the start of a login for a named person', () => {
  const NAMED = { ...LOGIN, intent: { ...PLAIN_LOGIN, person: '199006022397' } };
  const REFUSED = { code: 'too-many-requests', values: { seconds: 300 } };

  async function startFive() {
    const flows = openFlows();
    for (const number of [1, 2, 3, 4, 5]) {
      await flows.startLogin({ ...NAMED, id: `login-${number}` }, USER_AGENT, 'other');
    }
    return flows;
  }

  test('is refused the sixth time in five minutes, without a call to the eID', async () => {
    const { startLogin, eid, authentications, advance } = await startFive();
    const sixth = { ...NAMED, id: 'login-6' };
    await expect(startLogin(sixth, USER_AGENT, 'other')).rejects.toMatchObject(REFUSED);
    expect(eid.calls).toHaveLength(5);
    expect(await authentications.findLatest('login-6')).toBeUndefined();
    advance(300);
    await startLogin(sixth, USER_AGENT, 'other');
    expect(eid.calls).toHaveLength(6);
  });

  test('counts for that application and that person only', async () => {
    const { startLogin, eid } = await startFive();
    const other = { ...NAMED, intent: { ...PLAIN_LOGIN, person: '191212121212' } };
    await startLogin({ ...other, id: 'login-6' }, USER_AGENT, 'other');
    await startLogin({ ...NAMED, id: 'login-7', clientId: 'bank' }, USER_AGENT, 'other');
    await startLogin({ ...LOGIN, id: 'login-8' }, USER_AGENT, 'other');
    expect(eid.calls).toHaveLength(8);
  });

  test('is refused beyond the limit of the domain', async () => {
    const { startLogin } = openFlows();
    const limits = { ...DEFAULT_LIMITS, startsPerPerson: 1 };
    const strict = { ...NAMED, domain: { ...NAMED.domain, limits } };
    await startLogin(strict, USER_AGENT, 'other');
    const second = { ...strict, id: 'login-2' };
    await expect(startLogin(second, USER_AGENT, 'other')).rejects.toMatchObject(REFUSED);
    // All applications of the tenant together have twice as many; production domains are counted
    // separately.
    await startLogin({ ...second, clientId: 'bank' }, USER_AGENT, 'other');
    const third = { ...strict, id: 'login-3', clientId: 'forum' };
    await expect(startLogin(third, USER_AGENT, 'other')).rejects.toMatchObject(REFUSED);
    const domain = { ...strict.domain, environment: 'production' } as const;
    await startLogin({ ...third, domain }, USER_AGENT, 'other');
  });

  test('from an unauthenticated request names no person to the eID, and is not counted for the person', async () => {
    const { startLogin, eid, latest } = openFlows();
    const unauthenticated = { ...NAMED, isRequestAuthenticated: false };
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await startLogin({ ...unauthenticated, id: `login-${number}` }, USER_AGENT, 'other');
    }
    expect(eid.calls).toEqual(
      Array(6).fill(
        expect.objectContaining({ request: expect.objectContaining({ person: undefined }) }),
      ),
    );
    expect((await latest()).intent.person).toBe('199006022397');
    await startLogin({ ...NAMED, id: 'login-7' }, USER_AGENT, 'other');
    expect(eid.calls).toHaveLength(7);
  });

  test('counts a click once, however often it is sent', async () => {
    const { startLogin, eid } = openFlows();
    for (let click = 0; click < 7; click += 1) await startLogin(NAMED, USER_AGENT, 'other');
    await startLogin({ ...NAMED, id: 'login-2' }, USER_AGENT, 'other');
    expect(eid.calls).toHaveLength(2);
  });
});

describe('starts from one address for no named person', () => {
  const REFUSED = { code: 'too-many-requests', values: { seconds: 10 } };
  const unauthenticated = (id: string) => ({ ...LOGIN, id, isRequestAuthenticated: false });

  async function startThree() {
    const flows = openFlows({ startsPerAddress: 3 });
    for (const id of ['1', '2', '3'])
      await flows.startLogin(unauthenticated(id), USER_AGENT, 'other');
    return flows;
  }

  test('are refused beyond the limit, without a call to the eID, until the window ends', async () => {
    const { startLogin, eid, authentications, advance } = await startThree();
    await expect(startLogin(unauthenticated('4'), USER_AGENT, 'other')).rejects.toMatchObject(
      REFUSED,
    );
    expect(eid.calls).toHaveLength(3);
    expect(await authentications.findLatest('4')).toBeUndefined();
    advance(10);
    await startLogin(unauthenticated('4'), USER_AGENT, 'other');
    expect(eid.calls).toHaveLength(4);
  });

  test('count for that address, that tenant and unauthenticated requests only', async () => {
    const { startLogin, eid } = await startThree();
    await startLogin(unauthenticated('4'), { ...USER_AGENT, ip: '192.0.2.8' }, 'other');
    await startLogin({ ...unauthenticated('5'), tenantId: 'tenant-2' }, USER_AGENT, 'other');
    await startLogin(
      { ...unauthenticated('6'), isRequestAuthenticated: true },
      USER_AGENT,
      'other',
    );
    const intent = { ...PLAIN_LOGIN, person: '199006022397' };
    const named = { ...LOGIN, intent, id: '7' };
    await startLogin(named, USER_AGENT, 'other');
    expect(eid.calls).toHaveLength(7);
  });

  test('include those for a person whom only the URL names', async () => {
    const { startLogin } = await startThree();
    const intent = { ...PLAIN_LOGIN, person: '199006022397' };
    const named = { ...unauthenticated('4'), intent };
    await expect(startLogin(named, USER_AGENT, 'other')).rejects.toMatchObject(REFUSED);
  });

  test('include those on a page of the application', async () => {
    const { startEmbeddedLogin } = await startThree();
    await expect(startEmbeddedLogin(unauthenticated('4'), USER_AGENT)).rejects.toMatchObject(
      REFUSED,
    );
  });

  test('include renewals of QR codes: beyond the limit the page offers another try', async () => {
    const { startLogin, advanceLogin, eid, advance } = openFlows({ startsPerAddress: 1 });
    await startLogin(LOGIN, USER_AGENT, 'other');
    const notOpened = { state: 'ended', why: 'not-opened', hintCode: 'startFailed' } as const;
    advance(32);
    eid.willCollect(notOpened);
    expect(await advanceLogin(LOGIN, USER_AGENT)).toMatchObject({ step: 'waiting' });
    await startLogin({ ...LOGIN, id: 'login-2' }, { ...USER_AGENT, ip: '192.0.2.8' }, 'other');
    advance(2);
    eid.willCollect(notOpened);
    expect(await advanceLogin(LOGIN, USER_AGENT)).toEqual({
      step: 'ended',
      device: 'other',
      why: 'not-opened',
      hintCode: 'startFailed',
    });
  });
});

describe('the start of a signature', () => {
  test('sends exactly this text to the eID, and stores the kind of the request', async () => {
    const { startLogin, eid, latest } = openFlows();
    await startLogin(SIGNING, USER_AGENT, 'other');
    expect(eid.calls).toMatchObject([{ request: { kind: 'sign', text: SIGNATURE.text } }]);
    expect((await latest()).intent).toEqual(SIGNATURE);
  });

  test('stores the granted scope, and the claims that the ID token may have', async () => {
    const { startLogin, latest } = openFlows();
    const scope = ['openid', 'ssn'];
    await startLogin({ ...SIGNING, scope, idToken: 'minimal' }, USER_AGENT, 'other');
    expect(await latest()).toMatchObject({ scope, idToken: 'minimal' });
  });

  test('leaves one attempt and one order after a double click', async () => {
    const { startLogin, eid } = openFlows();
    await Promise.all([1, 2].map(() => startLogin(SIGNING, USER_AGENT, 'other')));
    expect(eid.calls).toHaveLength(3);
    expect(eid.ordersOf('cancel')).toEqual(['order-2']);
  });
});
