import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type OneEidBroker, startOneEidBroker } from '../support/mitid-broker.ts';

let broker: OneEidBroker;
beforeAll(async () => {
  broker = await startOneEidBroker('mitid-business', 'test/fixtures/mitid-business.yaml');
});
afterAll(() => broker.close());

/** Requests a login; returns its first page, or the answer to the application. */
function request(browser: Browser, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: 'http://localhost:9999/cb',
    scope: 'openid',
    acr_values: 'urn:grn:authn:dk:mitid:business',
    state: 'st',
    ...more,
  });
  return browser.follow(`${broker.issuer}/oauth2/authorize?${query}`);
}

/** Logs the person in; returns the answer to the application. */
async function logIn(browser: Browser, person: string, more: Readonly<Record<string, string>>) {
  const { text } = await request(browser, more);
  const [, departure = ''] = /href="([^"]+)" data-testid="depart"/.exec(text) ?? [];
  const page = await browser.follow(departure.replaceAll('&amp;', '&'));
  const decided = await browser.post(page.url, { decision: 'approve', person });
  const { location: callback = '' } = await browser.follow(decided.location ?? '');
  const { location: resume = '' } = await browser.get(callback);
  return (await browser.get(resume)).location;
}

/** What a request without a page gets. */
async function silent(browser: Browser, more: Readonly<Record<string, string>> = {}) {
  const { location = '' } = await request(browser, { prompt: 'none', ...more });
  const { searchParams } = new URL(location);
  return searchParams.has('code') ? 'code' : searchParams.get('error');
}

describe('a session of MitID Erhverv', () => {
  test('answers a request as that of its login', async () => {
    const browser = newBrowser();
    expect(await logIn(browser, 'astrid', {})).toContain('code=');
    expect(await silent(browser)).toBe('code');
    for (const directive of ['vatid:DK87654321', 'vatid:DK12345678', 'business_optional']) {
      expect(await silent(browser, { login_hint: directive })).toBe('login_required');
    }
  });

  test('does not come from a private login, which answers for no company', async () => {
    const browser = newBrowser();
    const more = { login_hint: 'business_optional' };
    expect(await logIn(browser, 'carla', more)).toContain('code=');
    expect(await silent(browser)).toBe('login_required');
    expect(await silent(browser, more)).toBe('login_required');
  });

  test('ends with the login of another person that comes after it', async () => {
    const browser = newBrowser();
    expect(await logIn(browser, 'astrid', {})).toContain('code=');
    const more = { login_hint: 'business_optional' };
    expect(await logIn(browser, 'carla', more)).toContain('code=');
    expect(await silent(browser)).toBe('login_required');
  });
});
