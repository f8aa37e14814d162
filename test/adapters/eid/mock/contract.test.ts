import { orderEidContract } from '@eid-broker/testing/contracts/order-eid';
import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { sampleClaim, sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import { mock } from '../../../../src/adapters/eid/mock/open.ts';

const module = mock([sampleOffer({ claims: [sampleClaim('weight')] })]);
const runtime = { clock: () => new Date(), newId: () => 'unused', environment: 'test' } as const;
const { order: eid } = module.open({}, runtime);

const NUMBER = '191212121212';

orderEidContract('mock', async () => ({
  offer: module.offer,
  eid,
  unreachable: eid,
  lacks: ['counterpart', 'cancel', 'launch-data', 'opening', 'start-window', 'certificates'],
  request: { person: NUMBER },
  clock: runtime.clock,
  person: { nationalId: NUMBER, open: nothing, approve: nothing, decline: nothing },
  letStartWindowPass: nothing,
  close: nothing,
}));

/** Nobody acts on an order of the mock. */
async function nothing(): Promise<void> {}

describe('the mock eID', () => {
  const hint = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const identityWith = async (changes: object) => {
    const order = await eid.start({ ...IDENTIFY_REQUEST, ...changes });
    return eid.collect(JSON.parse(JSON.stringify(order)));
  };

  test('identifies the person of the request at once, and again', async () => {
    const directives = { mock: hint({ weight: 80, country: 'DK' }) };
    const identified = await identityWith({ directives });
    expect(identified).toMatchObject({
      state: 'identified',
      identity: { scheme: 'mock', country: 'DK', claims: { weight: 80 }, nationalId: undefined },
    });
    expect(await identityWith({ directives })).toEqual(identified);
  });

  test('identifies the named person', async () => {
    expect(await identityWith({ person: NUMBER })).toMatchObject({
      identity: { nationalId: NUMBER },
    });
  });

  test('is for test domains, and has the claims of other eIDs', () => {
    expect(module.offer.restriction).toBe('test-domains');
    expect(module.offer.claims.map(({ name }) => name)).toContain('weight');
  });
});
