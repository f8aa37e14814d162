import {
  approveLogin,
  finish,
  newUserAgent,
  QR_ACR,
  type UserAgent,
} from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import {
  basic,
  claimsIn,
  codeFields,
  postToken,
  userinfo,
} from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BackchannelBroker } from '../support/backchannel-broker.ts';
import { SECRETS } from '../support/security-broker.ts';
import { REQUESTS, signedIn, startSpecificationBroker } from '../support/specification.ts';

/** The default limit of headers in Node's HTTP server. */
const USUAL_HEADER_LIMIT = 16 * 1024;
const MAX_TEXT = Buffer.from('Paragraph 12. '.repeat(2143).slice(0, 30_000)).toString('base64');

let broker: BackchannelBroker;
beforeAll(async () => {
  broker = await startSpecificationBroker();
});
afterAll(() => broker.close());

/** Logs in or signs at the confidential application with evidence, and returns the tokens. */
async function tokensWith(login_hint: string) {
  const request = { ...REQUESTS['Authorization Code'], scope: 'openid evidence', login_hint };
  const { userAgent, page } = login_hint.includes('action:sign')
    ? await sign(request)
    : await approveLogin(broker, request);
  const { location } = await finish(userAgent, page);
  const code = location?.searchParams.get('code') ?? '';
  return (await postToken(broker, codeFields(code), basic('dynamic', SECRETS.web))).body;
}

/** Signs the text of a request, which starts by a click on its page. */
async function sign(
  request: Readonly<Record<string, string>>,
): Promise<{ readonly userAgent: UserAgent; readonly page: URL }> {
  const userAgent = newUserAgent(broker.port);
  const query = new URLSearchParams({ ...request, acr_values: QR_ACR });
  const { location: page } = await userAgent.get(`${broker.issuer}/oauth2/authorize?${query}`);
  if (page === undefined) throw new Error('no page');
  await userAgent.post(`${page}/start`, { device: 'other' });
  const qr = /data-qr="([^"]+)"/.exec((await userAgent.get(page)).text)?.[1] ?? '';
  const { orderRef } = await broker.phone.scan(qr, TOLVAN);
  await broker.phone.decide(orderRef, 'approve');
  broker.advance(2);
  return { userAgent, page };
}

describe('the nonVisibleData directive', () => {
  const signing = `action:sign message:${Buffer.from('I agree.').toString('base64')} `;
  const values = [
    ['padded', 'eyJvcmRlciI6NDcxMX0='],
    ['of the letters + and /', 'Pz4/+w=='],
    ['bytes that are no text', 'AAH//v8='],
    ['as long as it may be', 'QUJD'.repeat(375)],
  ];

  // spec: hint.non-visible-data, id-token.evidence
  test.each(values)('%s is in the evidence of an authentication unchanged', async (_, value) => {
    const { evidence } = claimsIn((await tokensWith(`nonVisibleData:${value}`)).id_token);
    expect(signedIn(evidence, 'usrNonVisibleData')).toBe(value);
    expect(signedIn(evidence, 'funcId')).toBe('Identification');
  });

  // spec: hint.non-visible-data, id-token.evidence
  test.each(values)('%s is in the evidence of a signature unchanged', async (_, value) => {
    const { id_token } = await tokensWith(`${signing}nonVisibleData:${value}`);
    const { evidence } = claimsIn(id_token);
    expect(signedIn(evidence, 'usrNonVisibleData')).toBe(value);
    expect(signedIn(evidence, 'funcId')).toBe('Signing');
  });
});

describe('a text of the greatest length', () => {
  // spec: auth.large-tokens, token.access-token
  test('makes the ID token larger than a header may be, and the access token stays short', async () => {
    const body = await tokensWith(`action:sign message:${MAX_TEXT}`);
    expect(String(body.id_token).length).toBeGreaterThan(USUAL_HEADER_LIMIT);
    expect(body.access_token).toMatch(/^[\w-]{43}$/);
    const { evidence } = claimsIn(body.id_token);
    expect(signedIn(evidence, 'usrVisibleData')).toBe(MAX_TEXT);
    const answer = await userinfo(broker, String(body.access_token));
    expect(answer.status).toBe(200);
    expect(answer.body.evidence).toBe(evidence);
  });
});
