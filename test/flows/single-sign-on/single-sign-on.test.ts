import { memoryArtifacts } from '@eid-broker/testing/memory/artifacts';
import {
  type MemoryAuthentications,
  memoryAuthentications,
} from '@eid-broker/testing/memory/authentications';
import { memoryRateLimits } from '@eid-broker/testing/memory/rate-limits';
import {
  at,
  newSupportCode,
  PERSON,
  pendingAuthentication,
  START,
  SUPPORT_CODE,
} from '@eid-broker/testing/sample-authentication';
import { sampleOffer } from '@eid-broker/testing/sample-offers';
import { beforeEach, describe, expect, test } from '@jest/globals';

import type { Acr } from '../../../src/domain/acr.ts';
import type { IdentifiedAuthentication } from '../../../src/domain/authentication.ts';
import { PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../src/domain/tenant.ts';
import { firstLoginOf } from '../../../src/flows/single-sign-on/remembered-logins.ts';
import type { Resumption } from '../../../src/flows/single-sign-on/resume-session.ts';
import {
  type SingleSignOn,
  singleSignOn,
} from '../../../src/flows/single-sign-on/single-sign-on.ts';

const DOMAIN: Domain = {
  tenantId: 'tenant',
  issuer: 'https://login.example.com',
  environment: 'test',
  singleSignOn: 600,
  singleSignOnOtherDevice: 600,
  limits: DEFAULT_LIMITS,
  acrValues: [],
};
const SESSION = { domain: DOMAIN, id: 'session-1' };
const LOGIN: IdentifiedAuthentication = {
  ...pendingAuthentication({ id: 'first' }),
  progress: { state: 'identified', at: START, identity: PERSON },
};
const REQUEST: Resumption = {
  clientId: 'forum',
  subject: '{subject}',
  acr: 'urn:grn:authn:xx:some-eid' as Acr,
  offer: sampleOffer(),
  intent: PLAIN_LOGIN,
  scope: ['openid', 'ssn'],
  idToken: 'minimal',
  maxAge: undefined,
};

let seconds: number;
let authentications: MemoryAuthentications;
let sso: SingleSignOn;
beforeEach(() => {
  seconds = 0;
  let ids = 0;
  const clock = () => at(seconds);
  authentications = memoryAuthentications();
  sso = singleSignOn({
    artifacts: memoryArtifacts({ clock }),
    authentications,
    rateLimits: memoryRateLimits(),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    newSupportCode,
    clock,
  });
});

describe('a session', () => {
  test('answers with a new attempt that has the time of the eID login', async () => {
    await sso.begin(SESSION, LOGIN);
    seconds = 100;
    const authentication = await sso.resume(SESSION, REQUEST);
    expect(authentication).toEqual({
      ...LOGIN,
      supportCode: SUPPORT_CODE,
      id: 'first.id-1',
      clientId: 'forum',
      loginId: undefined,
      scope: ['openid', 'ssn'],
      idToken: 'minimal',
      addressFrom: undefined,
      device: undefined,
      createdAt: at(100),
      expiresAt: at(1000),
      progress: {
        state: 'identified',
        at: START,
        identity: { ...PERSON, scopedClaims: {} },
      },
    });
    expect(await authentications.find('first.id-1')).toEqual(authentication);
    expect(authentications.events.map(({ outcome, at }) => [outcome, at])).toEqual([
      ['remembered', at(100)],
    ]);
  });

  test('puts its first login into all its answers', async () => {
    await sso.begin(SESSION, LOGIN);
    const ids = [await sso.resume(SESSION, REQUEST), await sso.resume(SESSION, REQUEST)].map(
      (authentication) => authentication?.id ?? '',
    );
    expect(ids).toEqual(['first.id-1', 'first.id-2']);
    expect([...ids, 'first'].map(firstLoginOf)).toEqual(['first', 'first', 'first']);
  });

  test.each(['evidence', 'risk'])(
    'does not answer for scope %s, and stores none of its claims',
    async (scope) => {
      const identity = { ...PERSON, scopedClaims: { ...PERSON.scopedClaims, [scope]: { a: 'b' } } };
      await sso.begin(SESSION, { ...LOGIN, progress: { ...LOGIN.progress, identity } });
      expect(await sso.resume(SESSION, { ...REQUEST, scope: ['openid', scope] })).toBeUndefined();
      const answered = await sso.resume(SESSION, REQUEST);
      expect(Object.keys(answered?.progress.identity.scopedClaims ?? {})).not.toContain(scope);
    },
  );

  test('belongs to one domain', async () => {
    await sso.begin(SESSION, LOGIN);
    const domain = { ...DOMAIN, issuer: 'https://other.example.com' };
    expect(await sso.resume({ ...SESSION, domain }, REQUEST)).toBeUndefined();
    expect(await sso.resume({ ...SESSION, id: 'session-2' }, REQUEST)).toBeUndefined();
  });

  test('is deleted when it ends, and leaves no event without an answer', async () => {
    await sso.begin(SESSION, LOGIN);
    await sso.end(SESSION);
    await sso.end(SESSION);
    expect(await sso.resume(SESSION, REQUEST)).toBeUndefined();
    expect(authentications.events).toEqual([]);
  });

  test('is shortened or disabled by the current setting', async () => {
    await sso.begin(SESSION, LOGIN);
    seconds = 60;
    const resumeWith = (lasts: number | undefined) =>
      sso.resume({ ...SESSION, domain: { ...DOMAIN, singleSignOn: lasts } }, REQUEST);
    expect(await resumeWith(60)).toBeUndefined();
    expect(await resumeWith(undefined)).toBeUndefined();
    expect(await resumeWith(61)).toBeDefined();
  });

  test('is not started without single sign-on', async () => {
    await sso.begin({ ...SESSION, domain: { ...DOMAIN, singleSignOn: undefined } }, LOGIN);
    expect(await sso.resume(SESSION, REQUEST)).toBeUndefined();
  });
});

describe('a session from another device', () => {
  const onDevice = (singleSignOnOtherDevice: number | undefined) => ({
    ...SESSION,
    domain: { ...DOMAIN, singleSignOnOtherDevice },
  });

  test('is not started unless the setting allows it', async () => {
    await sso.begin(onDevice(undefined), LOGIN);
    expect(await sso.resume(SESSION, REQUEST)).toBeUndefined();
    await sso.begin(onDevice(undefined), { ...LOGIN, device: 'same' });
    expect(await sso.resume(onDevice(undefined), REQUEST)).toBeDefined();
  });

  test('lasts for its own setting, and never longer than other sessions', async () => {
    await sso.begin(onDevice(60), LOGIN);
    seconds = 59;
    expect(await sso.resume(onDevice(60), REQUEST)).toBeDefined();
    seconds = 60;
    expect(await sso.resume(onDevice(60), REQUEST)).toBeUndefined();
    await sso.begin(onDevice(3600), LOGIN);
    seconds = 600;
    expect(await sso.resume(onDevice(3600), REQUEST)).toBeUndefined();
  });

  test('is disabled as soon as the setting is removed', async () => {
    await sso.begin(SESSION, LOGIN);
    expect(await sso.resume(onDevice(undefined), REQUEST)).toBeUndefined();
  });
});

describe('the limits of silent answers', () => {
  const LONG = {
    ...SESSION,
    domain: { ...DOMAIN, singleSignOn: 3600, singleSignOnOtherDevice: 3600 },
  };
  const outcome = async () =>
    (await sso.resume(LONG, REQUEST)) === undefined ? 'a login' : 'answered';

  test('allow two answers in 5 seconds and six in 20 minutes for a person', async () => {
    await sso.begin(LONG, LOGIN);
    const burst = async () => [await outcome(), await outcome(), await outcome()];
    for (seconds = 0; seconds < 10; seconds += 5) {
      expect(await burst()).toEqual(['answered', 'answered', 'a login']);
    }
    expect(await burst()).toEqual(['answered', 'answered', 'a login']);
    for (seconds of [15, 599, 1199]) expect(await outcome()).toBe('a login');
    expect(authentications.events).toHaveLength(6);
    seconds = 1200;
    expect(await outcome()).toBe('answered');
  });

  test("allow the domain's number of answers in 20 minutes", async () => {
    const limits = { ...DEFAULT_LIMITS, silentAnswersPerPerson: 9 };
    const session = { ...SESSION, domain: { ...LONG.domain, limits } };
    await sso.begin(session, LOGIN);
    for (seconds = 0; seconds < 45; seconds += 5) {
      expect(await sso.resume(session, REQUEST)).toBeDefined();
    }
    expect(await sso.resume(session, REQUEST)).toBeUndefined();
  });

  test('do not count requests without an answer', async () => {
    await sso.begin(SESSION, LOGIN);
    const evidence = { ...REQUEST, scope: ['evidence'] };
    for (let times = 0; times < 10; times += 1) await sso.resume(SESSION, evidence);
    expect(await outcome()).toBe('answered');
  });
});
