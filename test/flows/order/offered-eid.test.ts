import {
  sampleConfigurationWith,
  sampleOffer,
  sampleVariant,
} from '@eid-broker/testing/sample-offers';
import { expect, test } from '@jest/globals';

import type { Acr } from '../../../src/domain/acr.ts';
import { offeredEid } from '../../../src/flows/order/offered-eid.ts';
import type { ConfigurationSource, OfferedEid } from '../../../src/ports/configuration.ts';
import { scriptedEid } from '../../support/scripted-eid.ts';

const ISSUER = 'https://login.example.com';
const ACR = 'urn:grn:authn:xx:some-eid' as Acr;
const OFFERED: OfferedEid = {
  eid: scriptedEid(),
  offer: sampleOffer(),
  variant: sampleVariant(ACR),
};

const configuration = sampleConfigurationWith({
  eid: (issuer, acr) => (issuer === ISSUER && acr === ACR ? OFFERED : undefined),
});
const configurationSource: ConfigurationSource = { current: async () => configuration };

test('the eID of the acr value at the issuer is returned', async () => {
  expect(await offeredEid(configurationSource, { issuer: ISSUER, acr: ACR })).toBe(OFFERED);
});

test.each([
  ['another issuer', { issuer: 'https://other.example.com', acr: ACR }],
  ['another acr value', { issuer: ISSUER, acr: 'urn:grn:authn:xx:gone' as Acr }],
])('a failure is thrown for %s', async (_, wanted) => {
  await expect(offeredEid(configurationSource, wanted)).rejects.toMatchObject({
    name: 'Failure',
    code: 'eid-not-offered',
    detail: wanted.acr,
  });
});
