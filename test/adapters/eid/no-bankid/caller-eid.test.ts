import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import type { Effect, Fault } from '@eid-broker/eid-simulators/oidc/faults';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { noBankIdModule } from '../../../../src/adapters/eid/no-bankid/no-bankid.ts';
import { noBankId } from '../../../../src/adapters/eid/no-bankid/row.ts';
import type { JsonObject } from '../../../../src/domain/json.ts';
import { ACR, type CallerUnderTest, PROFILE, startCallerUnderTest } from './caller-under-test.ts';

let it: CallerUnderTest;
beforeAll(async () => {
  it = await startCallerUnderTest();
});
afterAll(async () => {
  await it.close();
});
beforeEach(() => it.simulator.faults.clear());

/** The requests of this process for an access token and for permissions, in their order. */
function recordRequests() {
  const paths: string[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    paths.push(request.url?.split('/').at(-1) ?? '');
  };
  subscribe('http.server.request.start', record);
  return {
    paths: () => paths.filter((path) => path !== 'openid-configuration'),
    stop: () => unsubscribe('http.server.request.start', record),
  };
}

const [ELINE] = personsOf('NO');

async function started(scope: readonly string[] = ['openid', 'ssn']): Promise<JsonObject> {
  return it.eid.start({ ...it.request, scope });
}

async function approved(scope?: readonly string[]): Promise<JsonObject> {
  const order = await started(scope);
  await it.person.approve(order);
  return order;
}

function spoil(endpoint: Fault['endpoint'], effect: Effect): void {
  it.simulator.faults.add({ profile: PROFILE, endpoint, times: 1, effect });
}

const error = (status: number, word: string): Effect => ({ kind: 'error', status, error: word });

describe('a request to a person in a call', () => {
  test('has the words that the person sees, and its lifetime and interval', async () => {
    const order = await started();
    const { verificationCode, person, application, action } = it.waiting();
    expect(it.eid.phoneTerms?.(order)).toEqual({
      bindingMessage: verificationCode,
      interval: 3,
      expiresIn: 900,
    });
    expect(verificationCode).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
    expect([person?.id, application, action]).toEqual([
      ELINE?.id,
      'Our service',
      'customerServiceCall.v1',
    ]);
  });

  test.each<[Fault['endpoint'], Effect, string]>([
    ['permissions', error(400, 'invalid_request'), 'eid-refused-request'],
    ['permissions', error(400, 'unsupported_type'), 'eid-refused-request'],
    ['permissions', error(404, 'unknown_user'), 'eid-refused-request'],
    ['permissions', error(429, 'too_many'), 'eid-unavailable'],
    ['permissions', error(500, 'server_error'), 'eid-unavailable'],
    ['permissions', { kind: 'garbage' }, 'eid-unavailable'],
    ['permissions', { kind: 'reset' }, 'eid-unavailable'],
    ['backchannel', error(400, 'invalid_binding_message'), 'eid-refused-request'],
    ['backchannel', error(400, 'expired_login_hint_token'), 'eid-refused-request'],
    ['backchannel', error(400, 'unauthorized_client'), 'eid-misconfigured'],
    ['backchannel', error(503, 'temporarily_unavailable'), 'eid-unavailable'],
    ['backchannel', { kind: 'reset' }, 'eid-unavailable'],
    ['token', error(401, 'invalid_client'), 'eid-misconfigured'],
    ['token', { kind: 'status', status: 503 }, 'eid-unavailable'],
    ['discovery', { kind: 'status', status: 503 }, 'eid-unavailable'],
  ])('fails at %s with %p as %s', async (endpoint, effect, code) => {
    const eid = it.open();
    spoil(endpoint, effect);
    await expect(eid.start(it.request)).rejects.toMatchObject({ name: 'Failure', code });
    expect(await eid.start(it.request)).toHaveProperty('authReqId');
    await eid.close();
  });

  test('is refused for a person without BankID', async () => {
    const nobody = { ...it.request, person: '29820012346' };
    await expect(it.eid.start(nobody)).rejects.toMatchObject({
      code: 'eid-refused-request',
      hintCode: 'unknown_user',
    });
  });

  test('fails with wrong credentials, as misconfigured', async () => {
    const eid = it.open({ clientSecret: 'not-the-secret-of-our-client' });
    await expect(eid.start(it.request)).rejects.toMatchObject({ code: 'eid-misconfigured' });
  });

  test('is for phone calls alone', async () => {
    const { callInitiator: _, ...request } = it.request;
    const identify = { endUserIp: '192.0.2.7', device: 'other', returnUrl: undefined } as const;
    const more = {
      ...identify,
      input: {},
      risk: false,
      browser: undefined,
      kind: 'identify',
    } as const;
    await expect(it.eid.start({ ...request, ...more })).rejects.toThrow('for phone calls');
  });
});

describe('an identity', () => {
  test('has the number for the comparison, and releases it by scope only', async () => {
    const withNumber = await it.eid.collect(await approved());
    expect(withNumber).toMatchObject({
      state: 'identified',
      identity: {
        scheme: 'nobankid-oidc',
        nationalId: ELINE?.nationalNumber,
        claims: { name: 'Eline Prøvedal' },
        scopedClaims: { ssn: { socialno: ELINE?.nationalNumber } },
      },
    });
    const without = await it.eid.collect(await approved(['openid']));
    expect(without).toMatchObject({
      identity: { nationalId: ELINE?.nationalNumber, scopedClaims: {} },
    });
  });

  test.each([
    'foreign-key',
    'wrong-issuer',
    'wrong-audience',
    'expired',
    'lower-level',
    'no-level',
    'unsigned',
    'public-key-as-secret',
    'another-party',
    'no-subject',
  ] as const)('is not believed with a false ID token (%s)', async (kind) => {
    const order = await approved();
    spoil('token', { kind });
    const progress = await it.eid.collect(order);
    expect(progress).toMatchObject({ state: 'ended', why: 'unverified' });
  });
});

describe('a collect', () => {
  test('of an undecided request is pending, in a stage that says nothing', async () => {
    expect(await it.eid.collect(await started())).toEqual({
      state: 'pending',
      stage: 'first-interaction',
      hintCode: 'authorization_pending',
    });
  });

  test('that came too soon demands a longer pause', async () => {
    const order = await started();
    await it.eid.collect(order);
    expect(await it.eid.collect(order)).toEqual({
      state: 'pending',
      stage: 'first-interaction',
      hintCode: 'slow_down',
      pauseSeconds: 8,
    });
    it.simulator.clock.advance(3);
    expect(await it.eid.collect(order)).toMatchObject({ hintCode: 'authorization_pending' });
  });

  test('ends as expired when nobody decides', async () => {
    const order = await started();
    it.simulator.clock.advance(900);
    const expired = { state: 'ended', why: 'expired', hintCode: 'expired_token' };
    expect(await it.eid.collect(order)).toEqual(expired);
  });

  test.each([
    [error(400, 'expired_token'), { why: 'expired', hintCode: 'expired_token' }],
    [
      error(400, 'access_denied'),
      {
        why: 'declined',
        hintCode: 'access_denied',
        finding: { reason: 'words-not-chosen' },
      },
    ],
    [error(400, 'invalid_grant'), { why: 'lost', hintCode: 'invalid_grant' }],
  ])('ends by %p', async (effect, ending) => {
    const order = await started();
    spoil('token', effect);
    expect(await it.eid.collect(order)).toEqual({ state: 'ended', ...ending });
  });

  test('shares its time-out between the two providers', async () => {
    const eid = it.open({ timeoutSeconds: 1 });
    spoil('permissions', { kind: 'slow', milliseconds: 700 });
    await expect(eid.start(it.request)).rejects.toMatchObject({ code: 'eid-unavailable' });
    await eid.close();
  });

  test('ends as declined when the person chose other words', async () => {
    const order = await started();
    it.simulator.logins.decide(it.waiting().id, { kind: 'failed', word: 'WRONG_WORDS' });
    const declined = { state: 'ended', why: 'declined', hintCode: 'access_denied' };
    const finding = { reason: 'words-not-chosen' };
    expect(await it.eid.collect(order)).toEqual({ ...declined, finding });
  });

  test.each<Effect>([{ kind: 'status', status: 503 }, { kind: 'garbage' }, { kind: 'reset' }])(
    'is repeated after %p, and nothing is lost',
    async (effect) => {
      const order = await started();
      spoil('token', effect);
      await expect(it.eid.collect(order)).rejects.toMatchObject({ code: 'eid-unavailable' });
      await it.person.approve(order);
      expect(await it.eid.collect(order)).toMatchObject({ state: 'identified' });
    },
  );

  test('whose answer is lost ends as lost: it is given once', async () => {
    const order = await approved();
    spoil('token', { kind: 'lost' });
    await expect(it.eid.collect(order)).rejects.toMatchObject({ code: 'eid-unavailable' });
    it.simulator.clock.advance(3);
    const lost = { state: 'ended', why: 'lost', hintCode: 'invalid_grant' };
    expect(await it.eid.collect(order)).toEqual(lost);
  });
});

describe('our access token', () => {
  const START = ['permissions', 'bc-authorize'];

  test('serves many requests, and is replaced before its end', async () => {
    const recorded = recordRequests();
    const eid = it.open();
    await eid.start(it.request);
    await eid.start(it.request);
    it.simulator.clock.advance(300 - 59);
    await eid.start(it.request);
    recorded.stop();
    expect(recorded.paths()).toEqual(['token', ...START, ...START, 'token', ...START]);
  });

  test('is replaced once when it is refused', async () => {
    const recorded = recordRequests();
    let lag = 0;
    const eid = it.open({}, () => lag);
    await eid.start(it.request);
    it.simulator.clock.advance(301);
    lag = 120;
    await eid.start(it.request);
    recorded.stop();
    expect(recorded.paths()).toEqual(['token', ...START, 'permissions', 'token', ...START]);
  });
});

describe('the settings', () => {
  const given = { clientId: 'our-client', clientSecret: 'secret' };
  const module = noBankIdModule(noBankId);

  test('take an address for the issuer of biometrics', () => {
    const wrong = { ...given, biometricsIssuer: 'bankid' };
    expect(() => module.settings.validateSync(wrong)).toThrow('biometricsIssuer is malformed');
    expect(module.settings.isValidSync({ ...given, biometricsIssuer: 'https://b.example' })).toBe(
      true,
    );
  });

  test('without that issuer have no calls in production', () => {
    const newId = () => 'unused';
    const runtime = { clock: it.clock, newId, environment: 'production' } as const;
    const opened = (more: object = {}) => module.open({ ...given, ...more }, runtime);
    expect(opened()).toMatchObject({ redirect: { kind: 'redirect' }, order: undefined });
    expect(opened({ biometricsIssuer: 'https://b.example' }).order).toBeDefined();
    expect(opened({ environment: 'test' }).order).toBeDefined();
  });

  test('lead to a simulator by either address', () => {
    const real = { ...given, environment: 'production', biometricsIssuer: 'https://b.example' };
    expect(module.isSimulated(real)).toBe(false);
    expect(module.isSimulated({ ...real, biometricsIssuer: 'http://127.0.0.1:1' })).toBe(true);
    expect(module.isSimulated({ ...real, issuer: 'http://127.0.0.1:1' })).toBe(true);
    const biometricsIssuer = 'https://current.aletheia-test.idtech.no/';
    expect(module.isSimulated({ ...real, biometricsIssuer })).toBe(true);
  });

  test('of calls are those of one acr value', () => {
    const { variants } = module.offer;
    const onCalls = variants.filter(({ channels }) => channels.ciba !== undefined);
    expect(onCalls).toMatchObject([{ acr: ACR, channels: { browser: 'redirect', ciba: 'order' } }]);
  });
});
