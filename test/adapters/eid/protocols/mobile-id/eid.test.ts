import { randomBytes } from 'node:crypto';

import { makeSimCards } from '@eid-broker/eid-simulators/rest/mobile-id/sim-cards';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { eeMobileId } from '../../../../../src/adapters/eid/ee-mobile-id/row.ts';
import { ltMobileId } from '../../../../../src/adapters/eid/lt-mobile-id/row.ts';
import { hashOf } from '../../../../../src/adapters/eid/protocols/mobile-id/start-call.ts';
import type { JsonObject } from '../../../../../src/domain/json.ts';
import type { OrderEid } from '../../../../../src/ports/eid.ts';
import { type MobileIdUnderTest, startMobileIdUnderTest } from './mobile-id-under-test.ts';

let it: MobileIdUnderTest;
beforeAll(async () => {
  it = await startMobileIdUnderTest(eeMobileId);
});
afterAll(() => it.close());

const start = (eid: OrderEid = it.eid) => eid.start({ ...IDENTIFY_REQUEST, ...it.request });

/** The next answer has these members in place of its own. */
function nextAnswer(endpoint: string, members: object, status?: number): void {
  const effect = { kind: 'answer', members, ...(status !== undefined && { status }) };
  it.simulator.addFault('mobile-id', { endpoint, effect });
}

async function approved(eid: OrderEid = it.eid): Promise<JsonObject> {
  const order = await start(eid);
  await it.person.approve(order);
  return order;
}

describe('an identity', () => {
  test('is that of the certificate; the phone needs its scope', async () => {
    const progress = await it.eid.collect(await approved());
    const { nationalNumber, phoneNumber, givenName, familyName } = it.owner;
    expect(progress).toMatchObject({
      state: 'identified',
      identity: {
        scheme: 'eemobileid',
        country: 'EE',
        personId: `PNOEE-${nationalNumber}`,
        nationalId: nationalNumber,
        claims: {
          ssn: nationalNumber,
          given_name: givenName,
          family_name: familyName,
          birthdate: '2000-01-01',
        },
        scopedClaims: { phone: { phone_number: phoneNumber } },
      },
    });
    const request = { ...IDENTIFY_REQUEST, ...it.request, scope: ['openid'] };
    const order = await it.eid.start(request);
    await it.person.approve(order);
    expect(await it.eid.collect(order)).toMatchObject({ identity: { scopedClaims: {} } });
  });

  test('has the code that the phone shows', async () => {
    const order = await start();
    const { verificationCode } = it.eid.launchData(order, it.clock()) ?? {};
    const login = it.simulator.world.waiting().find(({ id }) => id === order.sessionId);
    expect(verificationCode).toBe(login?.verificationCode);
    expect(verificationCode).toMatch(/^\d{4}$/);
  });
});

describe('an answer', () => {
  /** What the SIM card of a person signs for an order, by the keys of a new set of cards. */
  async function signedBy(id: string, order: JsonObject, ocspUrl?: string) {
    const countries = ['EE', 'LT'] as const;
    const person = countries.flatMap((country) => personsOf(country)).find((one) => one.id === id);
    if (person === undefined) throw new Error(`nobody is ${id}`);
    const cards = makeSimCards({ pki: it.pki, random: randomBytes, ocspUrl });
    const hash = hashOf(Buffer.from(String(order.challenge), 'base64'));
    const { cert, ...signature } = await cards.sign(person, hash, 'SHA256');
    return { cert, signature };
  }

  test('of the asked person, by a card that the responder does not know, fails at that alone', async () => {
    const order = await approved();
    const ocspUrl = `${it.simulator.addresses['mobile-id']}/ocsp`;
    nextAnswer('session', await signedBy(it.owner.id, order, ocspUrl));
    expect(await it.eid.collect(order)).toEqual({
      state: 'ended',
      why: 'unverified',
      hintCode: 'ocsp',
    });
  });

  test('by a certificate without a responder is unverified', async () => {
    const order = await approved();
    nextAnswer('session', await signedBy(it.owner.id, order));
    expect(await it.eid.collect(order)).toMatchObject({ why: 'unverified', hintCode: 'ocsp' });
  });

  test.each<[string, string, (order: JsonObject) => Promise<object>]>([
    ['of another person', 'person', (order) => signedBy('jaan', order)],
    ['of a person of the other country', 'country', (order) => signedBy('tomas', order)],
    [
      'over another challenge',
      'signature',
      (order) =>
        signedBy(it.owner.id, { ...order, challenge: Buffer.alloc(32).toString('base64') }),
    ],
    [
      'with the certificate of another key',
      'signature',
      async (order) => {
        const [one, other] = [await signedBy('mari', order), await signedBy('mari', order)];
        return { ...one, cert: other.cert };
      },
    ],
    [
      'with an algorithm that was not requested',
      'signatureAlgorithm',
      async (order) => {
        const { cert, signature } = await signedBy('mari', order);
        return { cert, signature: { ...signature, algorithm: 'SHA512WithECEncryption' } };
      },
    ],
    [
      'with the algorithm of another key',
      'signatureAlgorithm',
      async (order) => {
        const { cert, signature } = await signedBy('mari', order);
        return { cert, signature: { ...signature, algorithm: 'SHA256WithRSAEncryption' } };
      },
    ],
    ['without a certificate', 'form', async () => ({ cert: null })],
    ['without a signature', 'form', async () => ({ signature: null })],
    ['with an unreadable certificate', 'chain', async () => ({ cert: 'AAEC' })],
    [
      'with the certificate of an authority',
      'chain',
      async () => ({ cert: it.pki.customerAuthority.certificate.raw.toString('base64') }),
    ],
    [
      'with a certificate for another use',
      'keyUsage',
      async () => ({ cert: it.pki.rpAuthority.certificate.raw.toString('base64') }),
    ],
  ])('%s is unverified', async (_, step, members) => {
    const order = await approved();
    nextAnswer('session', await members(order));
    const progress = await it.eid.collect(order);
    const steps = step === 'chain' ? ['chain', 'keyUsage'] : [step];
    expect(progress).toMatchObject({ state: 'ended', why: 'unverified' });
    expect(steps).toContain((progress as { hintCode: string }).hintCode);
  });

  test('from an authority that is not pinned is unverified', async () => {
    const eid = it.open({ personAuthorities: it.pki.tlsRoot.certificate.toString() });
    expect(await eid.collect(await approved(eid))).toMatchObject({
      why: 'unverified',
      hintCode: 'chain',
    });
    await eid.close();
  });

  test('without a policy of the settings is unverified, and with one believed', async () => {
    const strict = it.open({ certificatePolicies: ['1.2.3'] });
    expect(await strict.collect(await approved(strict))).toMatchObject({ hintCode: 'policies' });
    const fitting = it.open({ certificatePolicies: ['1.3.6.1.4.1.10015.18.1'] });
    expect(await fitting.collect(await approved(fitting))).toMatchObject({ state: 'identified' });
    await Promise.all([strict.close(), fitting.close()]);
  });
});

describe('the revocation check', () => {
  test.each(['EE', 'LT'] as const)('blocks a revoked certificate of %s', async (country) => {
    const own = await startMobileIdUnderTest(country === 'EE' ? eeMobileId : ltMobileId);
    const order = await own.eid.start({ ...IDENTIFY_REQUEST, ...own.request });
    own.fail(order, 'CERTIFICATE_REVOKED');
    const ended = { state: 'ended', why: 'blocked', hintCode: 'revoked' };
    expect(await own.eid.collect(order)).toEqual(ended);
    const context = { language: 'en', device: 'other', mobile: false, ended: true } as const;
    expect(own.eid.texts('revoked', context)).toMatch(/no usable Mobile-ID/);
    await own.eid.close();
    await own.close();
  });

  test.each([{ kind: 'status', status: 503 }, { kind: 'reset' }])(
    'without an answer is made again: %j',
    async (effect) => {
      const order = await approved();
      it.simulator.addFault('mobile-id', { endpoint: 'ocsp', effect });
      await expect(it.eid.collect(order)).rejects.toMatchObject({ code: 'eid-unavailable' });
      expect(await it.eid.collect(order)).toMatchObject({ state: 'identified' });
    },
  );

  test('with garbage is no proof', async () => {
    const order = await approved();
    it.simulator.addFault('mobile-id', { endpoint: 'ocsp', effect: { kind: 'garbage' } });
    expect(await it.eid.collect(order)).toMatchObject({ why: 'unverified', hintCode: 'ocsp' });
  });

  test('asks nobody about an answer that is not believed', async () => {
    const calls = () => {
      const statistics = it.simulator.world.eid('mobile-id').statistics?.();
      return (statistics as { calls: { ocsp: number } }).calls.ocsp;
    };
    const order = await approved();
    nextAnswer('session', { signature: null });
    const before = calls();
    expect(await it.eid.collect(order)).toMatchObject({ hintCode: 'form' });
    expect(calls()).toBe(before);
    expect(await it.eid.collect(order)).toMatchObject({ state: 'identified' });
    expect(calls()).toBe(before + 1);
  });
});

describe('a result', () => {
  test.each([
    ['USER_CANCELLED', 'declined'],
    ['TIMEOUT', 'expired'],
    ['PHONE_ABSENT', 'expired'],
    ['NOT_MID_CLIENT', 'blocked'],
    ['SIGNATURE_HASH_MISMATCH', 'blocked'],
    ['DELIVERY_ERROR', 'failed'],
    ['SIM_ERROR', 'failed'],
    ['SOMETHING_NEW', 'failed'],
  ])('%s ends the order as %s', async (word, why) => {
    const order = await start();
    it.fail(order, word);
    expect(await it.eid.collect(order)).toEqual({ state: 'ended', why, hintCode: word });
  });

  test('of a person without Mobile-ID is no denial', async () => {
    const input = { nationalNumber: '38508159960', phoneNumber: '+37200000001' };
    const order = await it.eid.start({ ...IDENTIFY_REQUEST, ...it.request, input });
    expect(await it.eid.collect(order)).toMatchObject({
      why: 'blocked',
      hintCode: 'NOT_MID_CLIENT',
    });
  });

  test('is lost after the five minutes of a session', async () => {
    const order = await approved();
    it.simulator.clock.advance(301);
    expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
  });
});

describe('a fault', () => {
  const FAILURES = [
    [400, 'eid-refused-request'],
    [408, 'eid-unavailable'],
    [401, 'eid-misconfigured'],
    [403, 'eid-misconfigured'],
    [405, 'eid-misconfigured'],
    [415, 'eid-misconfigured'],
    [429, 'eid-unavailable'],
    [500, 'eid-unavailable'],
    [502, 'eid-unavailable'],
    [503, 'eid-unavailable'],
  ] as const;
  // Anybody can cause such a refusal of one start. A collect is made again.
  const REFUSED_STARTS = [404, 422].map((status) => [status, 'eid-refused-request'] as const);

  test.each([...FAILURES, ...REFUSED_STARTS])('%i of a start is %s', async (status, code) => {
    nextAnswer('authentication', { error: 'x' }, status);
    await expect(start()).rejects.toMatchObject({ name: 'Failure', code });
  });

  test.each([...FAILURES, [422, 'eid-unavailable'] as const])(
    '%i of a collect is %s, and the next one counts',
    async (status, code) => {
      const order = await start();
      nextAnswer('session', { error: 'x' }, status);
      await expect(it.eid.collect(order)).rejects.toMatchObject({ name: 'Failure', code });
      expect(await it.eid.collect(order)).toMatchObject({ state: 'pending' });
    },
  );

  test('404 of a collect is a lost session', async () => {
    const order = await start();
    nextAnswer('session', { error: 'x' }, 404);
    expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
  });

  test.each(['garbage', 'reset', 'lost'])(
    '%s in place of an answer is unavailable',
    async (kind) => {
      it.simulator.addFault('mobile-id', { endpoint: 'authentication', effect: { kind } });
      await expect(start()).rejects.toMatchObject({ code: 'eid-unavailable' });
    },
  );

  test('is a server with another key than the pinned ones', async () => {
    const eid = it.open({ serverKeys: [randomBytes(32).toString('base64')] });
    await expect(start(eid)).rejects.toMatchObject({
      code: 'eid-unavailable',
      detail: expect.stringContaining('pinned'),
    });
    await eid.close();
  });

  test('of the settings is another name of the service', async () => {
    const eid = it.open({ relyingPartyName: 'SOMEBODY' });
    await expect(start(eid)).rejects.toMatchObject({ code: 'eid-misconfigured' });
    await eid.close();
  });
});
