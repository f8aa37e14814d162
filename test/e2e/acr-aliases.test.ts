import { authorizeUrl, logIn, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  as,
  type BackchannelBroker,
  HEADLESS_REQUEST,
  PHONE_REQUEST,
  pollHeadless,
  post,
  startBackchannelBroker,
  startHeadless,
} from '../support/backchannel-broker.ts';

const ALIAS = 'urn:grn:authn:se:bankid:qr';
const CALLBACK = 'https://app.example.com/cb';
const REQUEST = {
  client_id: 'web',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid',
};

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startBackchannelBroker();
});
afterAll(() => broker.close());

async function tokenOf(location: URL): Promise<Record<string, unknown>> {
  const code = location.searchParams.get('code') ?? '';
  const { body } = await postToken(broker, codeFields(code), as('web'));
  return claimsIn(body.id_token);
}

async function lastAcr(): Promise<unknown> {
  const [row] = await broker.sql('select acr from authentication order by created_at desc limit 1');
  return row?.acr;
}

const canonical = { acr: QR_ACR, authenticationtype: QR_ACR };

describe('an alias of an acr value', () => {
  test.each([
    ['acr_values', { acr_values: ALIAS }],
    ['login_hint', { acr_values: undefined, login_hint: `acr_values:${ALIAS}` }],
  ])('in %s logs in under the acr value itself', async (_, more) => {
    expect(await tokenOf(await logIn(broker, { ...REQUEST, ...more }))).toMatchObject(canonical);
    expect(await lastAcr()).toBe(QR_ACR);
  });

  test('in a pushed request logs in under the acr value itself', async () => {
    const pushed = { ...REQUEST, acr_values: ALIAS };
    const { body } = await post(broker, '/oauth2/par', pushed, as('web'));
    const request = { client_id: 'web', request_uri: String(body.request_uri) };
    const location = await logIn(broker, { ...request, acr_values: undefined });
    expect(await tokenOf(location)).toMatchObject(canonical);
  });

  test('in the path starts a login', async () => {
    const prefix = `/${Buffer.from(ALIAS).toString('base64')}`;
    const url = authorizeUrl(broker.issuer, REQUEST);
    url.pathname = `${prefix}${url.pathname}`;
    const { location } = await newUserAgent(broker.port).get(url);
    expect(location?.pathname).toMatch(/^\/login\//);
  });

  test('in a headless request logs in under the acr value itself', async () => {
    const { id, qrData } = await startHeadless(broker, { ...HEADLESS_REQUEST, acr_values: ALIAS });
    const { orderRef } = await broker.phone.scan(qrData, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    const { body } = await pollHeadless(broker, id);
    expect(claimsIn(body.id_token)).toMatchObject(canonical);
  });

  test('in a CIBA request is accepted', async () => {
    const request = { ...PHONE_REQUEST, acr_values: ALIAS };
    expect((await post(broker, '/ciba/bc-authorize', request)).status).toBe(200);
    expect(await lastAcr()).toBe(QR_ACR);
  });

  test('is not listed in discovery', async () => {
    const response = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
    const { acr_values_supported } = (await response.json()) as Record<string, unknown>;
    expect(acr_values_supported).toContain(QR_ACR);
    expect(acr_values_supported).not.toContain(ALIAS);
  });
});
