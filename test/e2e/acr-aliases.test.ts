import { randomUUID } from 'node:crypto';

import { authorizeUrl, logIn, newUserAgent, QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import {
  as,
  type BackchannelBroker,
  type Fields,
  HEADLESS_REQUEST,
  PHONE_REQUEST,
  pollHeadless,
  pollPhone,
  post,
  startBackchannelBroker,
  startHeadless,
} from '../support/backchannel-broker.ts';
import { errorFieldsIn } from '../support/error-fields.ts';

const ALIAS = 'urn:grn:authn:se:bankid:qr';
const ASA = '199006022397';
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

/** A request object that the application signed. */
function signed(parameters: object, issuer: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, nbf: now, exp: now + 1800 };
  return new SignJWT({
    ...parameters,
    ...times,
    iss: issuer,
    aud: broker.issuer,
    jti: randomUUID(),
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .sign(broker.keys.ec);
}

/** The request URI of a pushed request. */
async function push(fields: Fields): Promise<{ client_id: string; request_uri: string }> {
  const { body } = await post(broker, '/oauth2/par', fields, as('web'));
  return { client_id: 'web', request_uri: String(body.request_uri) };
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
    const request = await push({ ...REQUEST, acr_values: ALIAS });
    const location = await logIn(broker, { ...request, acr_values: undefined });
    expect(await tokenOf(location)).toMatchObject(canonical);
  });

  const ofAlias = [
    ['acr_values', { acr_values: ALIAS }],
    ['login_hint', { login_hint: `acr_values:${ALIAS}` }],
  ] as const;

  test.each(ofAlias)(
    'in %s of a signed request logs in under the acr value itself',
    async (_, more) => {
      const request = await signed({ ...REQUEST, ...more }, 'web');
      const sent = { client_id: 'web', redirect_uri: CALLBACK, request, acr_values: undefined };
      expect(await tokenOf(await logIn(broker, sent))).toMatchObject(canonical);
      expect(await lastAcr()).toBe(QR_ACR);
    },
  );

  test.each(ofAlias)('in %s of a signed and pushed request does too', async (_, more) => {
    const request = await signed({ ...REQUEST, ...more }, 'web');
    const sent = await push({ client_id: 'web', request });
    const location = await logIn(broker, { ...sent, acr_values: undefined });
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

  test('in a signed CIBA request issues a token under the acr value itself', async () => {
    const request = await signed(
      { ...PHONE_REQUEST, login_hint: `sub:ssn:${ASA}`, acr_values: ALIAS },
      'signed',
    );
    const { status, body } = await post(broker, '/ciba/bc-authorize', { request }, as('signed'));
    expect(status).toBe(200);
    const { orderRef = '' } =
      (await broker.phone.orders()).find(({ personalNumber }) => personalNumber === ASA) ?? {};
    await broker.phone.open({ orderRef }, ASA);
    await broker.phone.decide(orderRef, 'confirm-call');
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(5);
    const { body: tokens } = await pollPhone(broker, String(body.auth_req_id), 'signed');
    expect(claimsIn(tokens.id_token)).toMatchObject(canonical);
  });

  test('is not listed in discovery', async () => {
    const response = await fetch(`${broker.issuer}/.well-known/openid-configuration`);
    const { acr_values_supported } = (await response.json()) as Record<string, unknown>;
    expect(acr_values_supported).toContain(QR_ACR);
    expect(acr_values_supported).not.toContain(ALIAS);
  });
});

describe('a discontinued acr value', () => {
  const RETIRED = 'urn:grn:authn:no:bankid:mobile';
  const refusal = {
    error: 'invalid_request',
    error_description:
      'acr_values names a discontinued eID service; use urn:grn:authn:no:bankid:high',
  };

  test.each<[string, () => Promise<Readonly<Record<string, string>>>]>([
    ['in the query', async () => ({ ...REQUEST, acr_values: RETIRED })],
    ['in the login_hint', async () => ({ ...REQUEST, login_hint: `acr_values:${RETIRED}` })],
    [
      'in a signed request',
      async () => ({
        client_id: 'web',
        redirect_uri: CALLBACK,
        request: await signed({ ...REQUEST, acr_values: RETIRED }, 'web'),
      }),
    ],
  ])('%s is refused, and the error names another', async (_, parameters) => {
    const url = authorizeUrl(broker.issuer, await parameters());
    const { location } = await newUserAgent(broker.port).get(url);
    expect(errorFieldsIn(location)).toEqual({ ...refusal, iss: broker.issuer });
  });

  test.each<[string, () => Promise<Fields>, string]>([
    ['/oauth2/par', async () => ({ ...REQUEST, acr_values: RETIRED }), 'web'],
    [
      '/oauth2/par',
      async () => ({ request: await signed({ ...REQUEST, acr_values: RETIRED }, 'web') }),
      'web',
    ],
    ['/ciba/bc-authorize', async () => ({ ...PHONE_REQUEST, acr_values: RETIRED }), 'backend'],
    [
      '/ciba/bc-authorize',
      async () => ({ request: await signed({ ...PHONE_REQUEST, acr_values: RETIRED }, 'signed') }),
      'signed',
    ],
    ['/headless/authorize', async () => ({ ...HEADLESS_REQUEST, acr_values: RETIRED }), 'backend'],
  ])('is refused at %s too', async (path, fields, clientId) => {
    const { status, body } = await post(broker, path, await fields(), as(clientId));
    expect([status, body]).toEqual([400, expect.objectContaining(refusal)]);
  });
});
