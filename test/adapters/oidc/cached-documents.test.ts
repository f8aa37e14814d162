import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { beforeEach, expect, test } from '@jest/globals';
import Koa, { type Middleware } from 'koa';

import { cachedDocuments } from '../../../src/adapters/oidc/well-known.ts';
import { sampleApplication } from '../../support/sample-application.ts';
import { configurationWith, DOMAIN } from './clients/known-applications.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const PREFIX = `/${Buffer.from('urn:grn:authn:se:bankid').toString('base64')}`;
const MOST = 500;

const koa = new Koa();

let serve: Middleware;
beforeEach(() => {
  serve = middlewareFor('web', 'two words');
});

/** Caches the documents of a domain with these applications. */
function middlewareFor(...clientIds: readonly string[]): Middleware {
  const applications = clientIds.map((clientId) => sampleApplication({ clientId }));
  return cachedDocuments(DOMAIN, configurationWith(...applications));
}

/** Requests a document; true when it had to be made. */
async function isMade(url: string, method = 'GET'): Promise<boolean> {
  const req = Object.assign(new IncomingMessage(new Socket()), { method, url });
  const ctx = koa.createContext(req, new ServerResponse(req));
  let made = false;
  await serve(ctx, async () => {
    made = true;
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = { issuer: DOMAIN.issuer };
  });
  expect(ctx.response.get('Cache-Control')).toBe('public, max-age=300');
  const text = Buffer.isBuffer(ctx.body) ? String(ctx.body) : JSON.stringify(ctx.body);
  expect(text).toBe('{"issuer":"https://login.example"}');
  return made;
}

test.each([
  DISCOVERY,
  `${PREFIX}${DISCOVERY}`,
  `${DISCOVERY}?client_id=web`,
  '/.well-known/criipto-configuration?client_id=web',
  '/.well-known/jwks',
  '/.well-known/jwks.json',
])('%s is made once', async (url) => {
  expect([await isMade(url), await isMade(url), await isMade(url)]).toEqual([true, false, false]);
});

test('an application has one document for all spellings of its id', async () => {
  const spellings = ['two+words', 'two%20words', '%74wo+words', 'tw%6fwords', 'tw%6F%20words'];
  const made = [];
  for (const id of spellings) made.push(await isMade(`${DISCOVERY}?client_id=${id}`));
  // The fourth is an unknown id.
  expect(made).toEqual([true, false, false, true, false]);
});

test.each<[string, (some: number) => string]>([
  ['keys with a query', (some) => `/.well-known/jwks?client_id=${some}`],
  ['keys of an application', () => '/.well-known/jwks.json?client_id=web'],
  ['an unknown application', (some) => `${DISCOVERY}?client_id=${some}`],
  ['no application', () => `${DISCOVERY}?client_id=`],
  ['unknown parameters', (some) => `${DISCOVERY}?client_id=web&x=${some}`],
  ['two applications', () => `${DISCOVERY}?client_id=web&client_id=web`],
  ['escaped padding', () => `${PREFIX}${DISCOVERY}`.replace('=', '%3d')],
])('an unusual request is not cached, and evicts nothing: %s', async (_, urlOf) => {
  expect(await isMade(DISCOVERY)).toBe(true);
  for (let some = 0; some <= MOST; some += 1) expect(await isMade(urlOf(some))).toBe(true);
  expect(await isMade(urlOf(0))).toBe(true);
  expect(await isMade(DISCOVERY)).toBe(false);
});

test('only answers to GET are cached', async () => {
  const made = [await isMade(DISCOVERY, 'HEAD'), await isMade(DISCOVERY, 'HEAD')];
  expect([...made, await isMade(DISCOVERY)]).toEqual([true, true, true]);
  expect([await isMade(DISCOVERY, 'HEAD'), await isMade(DISCOVERY)]).toEqual([true, false]);
});

test('a full cache evicts the oldest document', async () => {
  const clientIds = Array.from({ length: MOST + 1 }, (_, at) => `app-${at}`);
  serve = middlewareFor(...clientIds);
  for (const id of clientIds) expect(await isMade(`${DISCOVERY}?client_id=${id}`)).toBe(true);
  for (const id of clientIds.slice(1)) {
    expect(await isMade(`${DISCOVERY}?client_id=${id}`)).toBe(false);
  }
  expect(await isMade(`${DISCOVERY}?client_id=app-0`)).toBe(true);
});
