import { anyEidContract } from '@eid-broker/testing/contracts/eid';
import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { sampleClaim, sampleOffer } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import { mock } from '../../../../src/adapters/eid/mock/open.ts';

const module = mock([sampleOffer({ claims: [sampleClaim('weight')] })]);
const runtime = { clock: () => new Date(), newId: () => 'unused', environment: 'test' } as const;
const { order: eid } = module.open({}, runtime);

describe('the mock eID', () => {
  anyEidContract(() => ({ ...module, eid, unreachable: eid, clock: runtime.clock }));

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
    expect(await identityWith({ person: '191212121212' })).toMatchObject({
      identity: { nationalId: '191212121212' },
    });
  });

  test('is for test domains, and has the claims of other eIDs', () => {
    expect(module.offer.restriction).toBe('test-domains');
    expect(module.offer.claims.map(({ name }) => name)).toContain('weight');
  });
});
