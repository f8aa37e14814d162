import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { type OneEidBroker, SECRET, startOneEidBroker } from '../support/mitid-broker.ts';
import { watchNamedStatements } from '../support/named-statements.ts';
import { requestTokens, verifiedClaims } from '../support/tokens.ts';

const ACR = 'urn:grn:authn:dk:mitid:substantial';
const CALLBACK = 'http://localhost:9999/cb';

let broker: OneEidBroker;
beforeAll(async () => {
  broker = await startOneEidBroker('mitid', 'test/fixtures/mitid.yaml');
});
afterAll(() => broker.close());

function authorizeUrl(more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope: 'openid ssn',
    acr_values: ACR,
    state: 'st',
    ...more,
  });
  return `${broker.issuer}/oauth2/authorize?${query}`;
}

/** Requests a login; returns the URL at the eID to which its page leads. */
async function depart(browser: Browser) {
  const page = await browser.follow(authorizeUrl());
  return { url: departureOf(page), page };
}

/** The link to the eID on our page. */
function departureOf({ status, text }: Answer): string {
  const [, link] = /href="([^"]+)" data-testid="depart"/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no departure: ${status} ${text}`);
  return link.replaceAll('&amp;', '&');
}

/** The person decides on the eID's page; returns the URL of our callback with the answer. */
async function decide(browser: Browser, url: string, decision: Readonly<Record<string, string>>) {
  const page = await browser.follow(url);
  const decided = await browser.post(page.url, { ...decision });
  const { location = '' } = await browser.follow(decided.location ?? '');
  return location;
}

const [PERSON] = personsOf('DK');
const approval = { decision: 'approve', person: PERSON?.id ?? '' };

describe('a login with MitID', () => {
  test('issues an ID token with the claims of the person, in ten statements', async () => {
    const statements = watchNamedStatements();
    const browser = newBrowser();
    const { url } = await depart(browser);
    const answer = await decide(browser, url, approval);
    const back = await browser.get(answer);
    const { location = '' } = await browser.get(back.location ?? '');
    const code = new URL(location).searchParams.get('code') ?? '';
    const authorization = basic('web', SECRET).authorization;
    const { body } = await requestTokens(broker, { code }, { authorization });
    const taken = statements.taken();
    statements.stop();

    const claims = await verifiedClaims(broker, body.id_token, 'web');
    expect(claims).toMatchObject({
      identityscheme: 'dkmitid',
      acr: ACR,
      country: 'DK',
      cprNumberIdentifier: PERSON?.nationalNumber,
      loA: 'SUBSTANTIAL',
    });
    expect(taken).toEqual([
      'login_begin',
      'login_load_and_lease',
      'authentication_begin',
      'authentication_take_return',
      'authentication_record_outcome',
      'login_load',
      'issuance_issue',
      'issuance_find_with_grant',
      'issuance_exchange',
    ]);
  });

  test('shows pages in the language of its people, without an app, that leave once', async () => {
    const browser = newBrowser(undefined, '*');
    const { url, page } = await depart(browser);
    expect(renderedPage(page)).toMatchObject({
      language: 'da',
      state: 'depart',
      purpose: 'Log ind hos Web shop',
      heading: 'Fortsæt til MitID',
    });
    expect(page.headers.get('refresh')).toBe(`0; url=${url}`);
    const again = await browser.get(page.url);
    expect(renderedPage(again).state).toBe('depart');
    expect(again.headers.get('refresh')).toBeNull();

    const answer = new URL(await decide(browser, url, approval));
    answer.searchParams.set('code', 'another');
    const back = await browser.get(answer.href);
    const ended = await browser.follow(back.location ?? '');
    expect(renderedPage(ended)).toMatchObject({ state: 'ended', heading: 'Det lykkedes ikke' });
    expect(ended.headers.get('refresh')).toBeNull();
    const words = `${page.text}${ended.text}`.replaceAll(/"[^"]*"/g, '');
    expect(words).not.toMatch(/QR|-appen/);
  });

  test('shows a text to sign before and while it departs, and signs by a click', async () => {
    const browser = newBrowser();
    const text = Buffer.from('I agree.').toString('base64');
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'web',
      redirect_uri: CALLBACK,
      scope: 'openid',
      acr_values: ACR,
      ui_locales: 'de',
      login_hint: `action:sign message:${text}`,
    });
    const page = await browser.follow(`${broker.issuer}/oauth2/authorize?${query}`);
    const shown = renderedPage(page);
    expect(shown).toMatchObject({ state: 'confirm', heading: 'Mit MitID unterschreiben' });
    expect(shown.plainText).toBe('I agree.');
    const form = shown.forms.get('same-device');
    const departed = await browser.post(`${broker.issuer}${form?.action}`, { ...form?.fields });
    expect(renderedPage(departed)).toMatchObject({ state: 'depart', plainText: 'I agree.' });
    expect(departed.headers.get('refresh')).toMatch(/^0; url=http/);
  });

  test('shows a text of a signature first, then in the app; its token has no evidence', async () => {
    const browser = newBrowser();
    const message = Buffer.from('Jeg køber en båd').toString('base64url');
    const hint = { scope: 'openid evidence', login_hint: `action:sign message:${message}` };
    const page = await browser.follow(authorizeUrl(hint));
    expect(page.text).toContain('Jeg køber en båd');
    expect(page.text).not.toContain('data-testid="depart"');
    const started = await browser.post(`${page.url}/start`, { device: 'same' });
    const ready = await browser.follow(departureOf(started));
    const login = broker.oidc.logins.find(ready.url.split('/').at(-1) ?? '');
    expect(login).toMatchObject({ text: 'Jeg køber en båd', action: 'SIGN' });
    const decided = await browser.post(ready.url, approval);
    const { location: answer = '' } = await browser.follow(decided.location ?? '');
    const back = await browser.get(answer);
    const { location = '' } = await browser.get(back.location ?? '');
    const code = new URL(location).searchParams.get('code') ?? '';
    const { authorization } = basic('web', SECRET);
    const { body } = await requestTokens(broker, { code }, { authorization });
    const claims = await verifiedClaims(broker, body.id_token, 'web');
    expect(claims).toMatchObject({ refTextHeader: 'Sign', refTextBody: 'Jeg køber en båd' });
    expect(claims).not.toHaveProperty('evidence');
  });

  test('that the person aborts returns access_denied', async () => {
    const browser = newBrowser();
    const { url } = await depart(browser);
    const back = await browser.get(await decide(browser, url, { decision: 'abort' }));
    const { location = '' } = await browser.follow(back.location ?? '');
    expect(location).toContain(`${CALLBACK}?error=access_denied`);
  });

  test('is not finished by another browser, and still by the first', async () => {
    const browser = newBrowser();
    const { url } = await depart(browser);
    const answer = await decide(browser, url, approval);
    expect((await newBrowser().get(answer)).status).toBe(403);
    expect((await browser.get(answer)).location).toContain('/oauth2/authorize/');
  });

  test('takes an answer once', async () => {
    const browser = newBrowser();
    const { url } = await depart(browser);
    const answer = await decide(browser, url, approval);
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.get(answer)));
    const finished = answers.filter(({ location }) => location?.includes('/oauth2/authorize/'));
    expect(finished).toHaveLength(1);
  });

  const REFUSAL = {
    error: 'invalid_request',
    error_description: 'the eID service of acr_values does not offer this kind of request',
  };

  test.each([
    ['/headless/authorize', { end_user_ip: '192.0.2.7' }],
    ['/ciba/bc-authorize', { login_hint: 'sub:ssn:2712589100', binding_message: 'Hej' }],
  ])('is refused at %s', async (path, parameters) => {
    const response = await fetch(`${broker.issuer}${path}`, {
      method: 'POST',
      headers: { authorization: basic('backend', SECRET).authorization },
      body: new URLSearchParams({ scope: 'openid', acr_values: ACR, ...parameters }),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining(REFUSAL),
    ]);
  });

  test('is refused on the page of an application, before anything reaches the eID', async () => {
    const response = await fetch(authorizeUrl({ response_mode: 'json' }));
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining(REFUSAL),
    ]);
  });
});
