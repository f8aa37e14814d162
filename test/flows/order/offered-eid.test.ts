import {
  sampleConfigurationWith,
  sampleOffer,
  sampleVariant,
} from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import type { Acr } from '../../../src/domain/acr.ts';
import {
  eidOfAttempt,
  eidOn,
  offeredEid,
  offeredOrderEid,
} from '../../../src/flows/order/offered-eid.ts';
import type { ConfigurationSource, OfferedEid } from '../../../src/ports/configuration.ts';
import type { RedirectEid } from '../../../src/ports/eid.ts';
import { scriptedEid } from '../../support/scripted-eid.ts';

const ISSUER = 'https://login.example.com';
const ACR = 'urn:grn:authn:xx:some-eid' as Acr;
const WANTED = { issuer: ISSUER, acr: ACR };
const order = scriptedEid();
const redirect: RedirectEid = {
  kind: 'redirect',
  begin: async () => ({ url: 'https://eid.example.com', kept: {} }),
  finish: async () => ({ state: 'ended', why: 'failed', hintCode: undefined }),
  certificates: () => [],
  close: async () => undefined,
};
/** A redirect in the browser, and an order during a phone call. */
const OFFERED: OfferedEid = {
  opened: { order, redirect },
  offer: sampleOffer(),
  variant: sampleVariant(ACR, { channels: { browser: 'redirect', ciba: 'order' } }),
};

const configuration = sampleConfigurationWith({
  eid: (issuer, acr) => (issuer === ISSUER && acr === ACR ? OFFERED : undefined),
});
const configurationSource: ConfigurationSource = { current: async () => configuration };

describe('an offered eID', () => {
  test('is the one of the kind that the acr value has for the channel', async () => {
    const { offer, variant } = OFFERED;
    const inBrowser = await offeredEid(configurationSource, WANTED, 'browser');
    expect(inBrowser).toEqual({ eid: redirect, offer, variant });
    const byPhone = await offeredOrderEid(configurationSource, WANTED, 'ciba');
    expect(byPhone).toEqual({ eid: order, offer, variant });
  });

  test.each([
    ['another issuer', { issuer: 'https://other.example.com', acr: ACR }],
    ['another acr value', { issuer: ISSUER, acr: 'urn:grn:authn:xx:gone' as Acr }],
  ])('is missing for %s', async (_, wanted) => {
    await expect(offeredEid(configurationSource, wanted, 'browser')).rejects.toMatchObject({
      name: 'Failure',
      code: 'eid-not-offered',
      detail: wanted.acr,
    });
  });

  test.each(['headless', 'embedded'] as const)('does not serve %s', async (channel) => {
    const refused = { name: 'Failure', code: 'channel-not-offered', detail: ACR };
    await expect(offeredEid(configurationSource, WANTED, channel)).rejects.toMatchObject(refused);
    await expect(offeredOrderEid(configurationSource, WANTED, channel)).rejects.toMatchObject(
      refused,
    );
  });

  test('that was not opened for a channel of its acr value does not serve it', () => {
    expect(eidOn({ ...OFFERED, opened: { redirect } }, 'ciba')).toBeUndefined();
  });
});

test('an attempt is served by the eID of its channel, until that is not offered any more', () => {
  expect(eidOfAttempt(configuration, { ...WANTED, channel: 'ciba' })).toBe(order);
  expect(eidOfAttempt(configuration, { ...WANTED, channel: 'browser' })).toBe(redirect);
  expect(eidOfAttempt(configuration, { ...WANTED, channel: 'headless' })).toBeUndefined();
  const gone = sampleConfigurationWith();
  expect(eidOfAttempt(gone, { ...WANTED, channel: 'ciba' })).toBeUndefined();
});
