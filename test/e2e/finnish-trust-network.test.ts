import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { basic } from '@eid-broker/testing/token-endpoint';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import {
  clientKeys,
  keyedClient,
  statementOf,
} from '../adapters/eid/protocols/oidc/client-keys.ts';
import { type Broker, startBroker } from '../support/broker.ts';
import { requestTokens, verifiedClaims } from '../support/tokens.ts';

const SECRET = 'web-secret-0123456789-0123456789';
const CALLBACK = 'http://localhost:9999/cb';

let simulator: OidcSimulator;
let broker: Broker;
beforeAll(async () => {
  simulator = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const keys = clientKeys();
  const issuer = simulator.issuers.ftn ?? '';
  const statement = await statementOf(issuer);
  const variables = () => ({
    FTN_ISSUER: issuer,
    FTN_PRIVATE_KEY: keys.privateKey,
    FTN_DECRYPTION_KEYS: keys.decryptionKeys,
    FTN_STATEMENT: statement,
    WEB_SECRET: SECRET,
  });
  broker = await startBroker('test/fixtures/finnish-trust-network.yaml', { variables });
  await simulator.addClient('ftn', keyedClient(`${broker.issuer}/callback/fi-ftn`, keys));
});
afterAll(async () => {
  await broker.close();
  await simulator.close();
});

/** Requests a login; returns the URL at the eID to which its page leads. */
async function depart(browser: Browser, acr: string): Promise<string> {
  return departBy(browser, requestOf(acr));
}

function requestOf(acr: string) {
  return {
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope: 'openid',
    acr_values: acr,
    state: 'st',
  };
}

async function departBy(browser: Browser, request: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(request);
  const page = await browser.follow(`${broker.issuer}/oauth2/authorize?${query}`);
  const [, url] = /href="([^"]+)" data-testid="depart"/.exec(page.text) ?? [];
  if (url === undefined) throw new Error(`no departure: ${page.status} ${page.text}`);
  return url.replaceAll('&amp;', '&');
}

/** The person decides on the eID's page; returns the URL of our callback with the answer. */
async function decide(browser: Browser, url: string, decision: Readonly<Record<string, string>>) {
  const page = await browser.follow(url);
  const decided = await browser.post(page.url, { ...decision });
  const { location = '' } = await browser.follow(decided.location ?? '');
  return location;
}

const [PERSON] = personsOf('FI');
const approval = { decision: 'approve', person: PERSON?.id ?? '' };

test.each([
  ['urn:grn:authn:fi:bank-id', 'Pankkitunnukset'],
  ['urn:grn:authn:fi:mobile-id', 'Mobiilivarmenne'],
  ['urn:grn:authn:fi:all', 'Tunnistautuminen'],
])('the page of %s names the way to identify: %s', async (acr, name) => {
  const query = new URLSearchParams(requestOf(acr));
  const page = await newBrowser().follow(`${broker.issuer}/oauth2/authorize?${query}`);
  expect(/data-part="heading">([^<]*)</.exec(page.text)?.[1]).toContain(name);
});

describe('a login through the Finnish Trust Network', () => {
  test.each([
    ['urn:grn:authn:fi:bank-id', 'urn:grn:authn:fi:bank-id'],
    ['urn:grn:authn:fi:mobile-id', 'urn:grn:authn:fi:mobile-id'],
    ['urn:grn:authn:fi:all', 'urn:grn:authn:fi:all'],
    ['urn:grn:authn:fi:bankid', 'urn:grn:authn:fi:bank-id'],
  ])('by %s issues an ID token with the claims of the person', async (requested, acr) => {
    const browser = newBrowser();
    const answer = await decide(browser, await depart(browser, requested), approval);
    const back = await browser.get(answer);
    const { location = '' } = await browser.get(back.location ?? '');
    const code = new URL(location).searchParams.get('code') ?? '';
    const authorization = basic('web', SECRET).authorization;
    const { body } = await requestTokens(broker, { code }, { authorization });

    const claims = await verifiedClaims(broker, body.id_token, 'web');
    expect(claims).toMatchObject({
      identityscheme: 'fitupas',
      acr,
      country: 'FI',
      hetu: PERSON?.nationalNumber,
      gender: 'Female',
      given_name: PERSON?.givenName,
      surname: PERSON?.familyName,
      dateofbirth: PERSON?.birthdate,
      authenticationmethod: 'http://ftn.ficora.fi/2017/loa2',
    });
  });

  test('by an alias in a pushed request issues a token of the acr value itself', async () => {
    const response = await fetch(`${broker.issuer}/oauth2/par`, {
      method: 'POST',
      headers: { authorization: basic('web', SECRET).authorization },
      body: new URLSearchParams(requestOf('urn:grn:authn:fi:bankid')),
    });
    const { request_uri } = (await response.json()) as { readonly request_uri: string };
    const browser = newBrowser();
    const url = await departBy(browser, { client_id: 'web', request_uri });
    const back = await browser.get(await decide(browser, url, approval));
    const { location = '' } = await browser.get(back.location ?? '');
    const code = new URL(location).searchParams.get('code') ?? '';
    const { authorization } = basic('web', SECRET);
    const { body } = await requestTokens(broker, { code }, { authorization });
    expect(await verifiedClaims(broker, body.id_token, 'web')).toMatchObject({
      acr: 'urn:grn:authn:fi:bank-id',
      authenticationtype: 'urn:grn:authn:fi:bank-id',
    });
  });

  test('that the person aborts returns access_denied', async () => {
    const browser = newBrowser();
    const url = await depart(browser, 'urn:grn:authn:fi:bank-id');
    const back = await browser.get(await decide(browser, url, { decision: 'abort' }));
    const { location = '' } = await browser.follow(back.location ?? '');
    expect(location).toContain(`${CALLBACK}?error=access_denied`);
  });
});
