import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type OneEidBroker, SECRET, startOneEidBroker } from '../support/mitid-broker.ts';
import { requestTokens, verifiedClaims } from '../support/tokens.ts';

const ACR = 'urn:age-verification';
const CLAIM = 'http://ageverification.criipto.com';
const CALLBACK = 'http://localhost:9999/cb';

let broker: OneEidBroker;
beforeAll(async () => {
  broker = await startOneEidBroker('mitid', 'test/fixtures/age-verification.yaml');
});
afterAll(() => broker.close());

/** Requests the age; returns the first page. */
function request(browser: Browser, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope: 'openid is_over_18',
    acr_values: ACR,
    state: 'st',
    ...more,
  });
  return browser.follow(`${broker.issuer}/oauth2/authorize?${query}`);
}

function departureOf(text: string): string {
  const url = /href="([^"]+)" data-testid="depart"/.exec(text)?.[1];
  if (url === undefined) throw new Error(`no departure: ${text}`);
  return url.replaceAll('&amp;', '&');
}

/** The person decides on MitID's page; returns the claims of the ID token. */
async function finishAtMitId(browser: Browser, departure: string, person: string) {
  const back = await backFromMitId(browser, departure, person);
  return claimsAt(browser, back.location ?? '');
}

/** The person decides on MitID's page, and returns to our callback. */
async function backFromMitId(browser: Browser, departure: string, person: string) {
  const page = await browser.follow(departure);
  const decided = await browser.post(page.url, { decision: 'approve', person });
  const { location = '' } = await browser.follow(decided.location ?? '');
  return browser.get(location);
}

async function claimsAt(browser: Browser, resume: string) {
  const { location = '' } = await browser.get(resume);
  const code = new URL(location).searchParams.get('code') ?? '';
  const { authorization } = basic('web', SECRET);
  const { body } = await requestTokens(broker, { code }, { authorization });
  return verifiedClaims(broker, body.id_token, 'web');
}

const DANISH = { login_hint: 'country:DK' };

describe('age verification', () => {
  test('through MitID releases the answer alone, with a new sub at every login', async () => {
    const logIn = async (person: string) => {
      const browser = newBrowser();
      const page = await request(browser, DANISH);
      return finishAtMitId(browser, departureOf(page.text), person);
    };
    const claims = await logIn('astrid');
    expect(claims).toMatchObject({
      acr: ACR,
      authenticationtype: ACR,
      country: 'DK',
      [CLAIM]: { country: 'DK', is_over_18: true },
    });
    expect(JSON.stringify(claims)).not.toMatch(/Astrid|2712589100|1958-12-27|mitid/i);
    expect((await logIn('astrid')).sub).not.toBe(claims.sub);
    expect(await logIn('dagny')).toMatchObject({ [CLAIM]: { country: 'DK', is_over_18: false } });
  });

  test('ends without an age when MitID states the year of birth alone', async () => {
    const browser = newBrowser();
    const departure = departureOf((await request(browser, DANISH)).text);
    const effect = { kind: 'year-of-birth' } as const;
    broker.oidc.faults.add({ profile: 'mitid', endpoint: 'userinfo', times: 1, effect });
    const { location: page = '' } = await backFromMitId(browser, departure, 'astrid');
    expect(new URL(page).pathname).toMatch(/^\/login\//);
    const form = { because: '' };
    const cancelled = await browser.post(`${page}/cancel`, form, { accept: 'text/html' });
    const { location = '' } = await browser.get(cancelled.location ?? '');
    const { searchParams } = new URL(location);
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['server_error', null]);
  });

  test('lets the person choose among the eIDs of the tenant', async () => {
    const browser = newBrowser();
    const page = await request(browser);
    const choices = [...page.text.matchAll(/name="via" value="([^"]+)"/g)].map(([, acr]) => acr);
    expect(choices).toEqual([
      'urn:grn:authn:dk:mitid:low',
      'urn:grn:authn:se:bankid:same-device',
      'urn:grn:authn:se:bankid:another-device:qr',
    ]);
    const form = { device: 'same', via: 'urn:grn:authn:dk:mitid:low' };
    const departing = await browser.post(`${page.url}/start`, form, { accept: 'text/html' });
    const claims = await finishAtMitId(browser, departureOf(departing.text), 'astrid');
    expect(claims).toMatchObject({ [CLAIM]: { country: 'DK', is_over_18: true } });
  });

  test('through BankID takes the date of birth from the number', async () => {
    const browser = newBrowser();
    const page = await request(browser, { login_hint: 'country:SE' });
    const via = 'urn:grn:authn:se:bankid:another-device:qr';
    const form = { device: 'other', via };
    await browser.post(`${page.url}/start`, form, { accept: 'text/html' });
    const shown = await browser.get(page.url);
    const qr = /data-qr="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const { orderRef } = await broker.phone.scan(qr, TOLVAN);
    await broker.phone.decide(orderRef, 'approve');
    broker.advance(2);
    const finished = await browser.get(page.url);
    const claims = await claimsAt(browser, finished.location ?? '');
    expect(claims).toMatchObject({ acr: ACR, [CLAIM]: { country: 'SE', is_over_18: true } });
    expect(JSON.stringify(claims)).not.toContain(TOLVAN);
    const rows = await broker.sql(
      "select 1 from authentication where acr = 'urn:age-verification'",
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('begins no session: the next request asks again', async () => {
    const browser = newBrowser();
    const page = await request(browser, DANISH);
    await finishAtMitId(browser, departureOf(page.text), 'astrid');
    const silent = await request(browser, { ...DANISH, prompt: 'none' });
    expect(silent.location).toContain('error=login_required');
    const again = await request(browser, DANISH);
    expect(again.text).toContain('data-testid="depart"');
  });

  test.each([
    ['a choice that is not offered', { device: 'same', via: 'urn:grn:authn:no:bankid' }],
    ['no choice', { device: 'same' }],
  ])('is not started by %s', async (_, form) => {
    const browser = newBrowser();
    const page = await request(browser);
    const answer = await browser.post(`${page.url}/start`, form, { accept: 'text/html' });
    expect(answer.text).not.toContain('data-testid="depart"');
  });

  test('is refused for a country without an eID here, and without a page', async () => {
    const page = await request(newBrowser(), { login_hint: 'country:FI' });
    expect(page.text).not.toContain('name="via"');
    expect(page.status).toBeGreaterThanOrEqual(400);
    const response = await fetch(`${broker.issuer}/headless/authorize`, {
      method: 'POST',
      headers: { authorization: basic('backend', SECRET).authorization },
      body: new URLSearchParams({ scope: 'openid', acr_values: ACR, end_user_ip: '192.0.2.7' }),
    });
    expect(response.status).toBe(400);
  });
});
