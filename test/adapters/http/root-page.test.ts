import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { describe, expect, test } from '@jest/globals';
import Router from '@koa/router';
import Koa from 'koa';
import supertest from 'supertest';

import { sendAsset } from '../../../src/adapters/http/login/assets.ts';
import { type RootLinks, rootPage } from '../../../src/adapters/http/root-page.ts';
import { LANGUAGES } from '../../../src/domain/language.ts';
import type { Domain } from '../../../src/domain/tenant.ts';

const LINKS: RootLinks = {
  discoveryPath: '/.well-known/openid-configuration',
  descriptionPath: '/openapi.json',
  documentationUrl: 'https://docs.example.com/',
  tryItUrl: 'https://try.example.com/',
};

function siteOf(environment: Domain['environment'], links = LINKS) {
  const issuer = 'https://login.example.com';
  const app = new Koa();
  app.use(rootPage({ issuer, environment } as Domain, links));
  return app.callback();
}

function targetsIn(page: string): readonly string[] {
  return [...page.matchAll(/<a href="([^"]+)"/g)].map(([, target = '']) => target);
}

describe('the page at the root of an issuer', () => {
  test('leads to discovery, documentation and, on a test domain, to logins to try', async () => {
    const { text } = await supertest(siteOf('test')).get('/').expect(200);
    expect(targetsIn(text)).toEqual([
      '/.well-known/openid-configuration',
      '/openapi.json',
      'https://docs.example.com/',
      'https://try.example.com/',
    ]);
    expect(text).toContain('https://login.example.com');
  });

  test('leads to no logins to try on a production domain', async () => {
    const { text } = await supertest(siteOf('production')).get('/').expect(200);
    expect(targetsIn(text)).not.toContain('https://try.example.com/');
  });

  test('omits what is not configured', async () => {
    const links = { ...LINKS, documentationUrl: undefined, tryItUrl: undefined };
    const { text } = await supertest(siteOf('test', links)).get('/').expect(200);
    expect(targetsIn(text)).toEqual(['/.well-known/openid-configuration', '/openapi.json']);
  });

  test.each([...LANGUAGES])('is served in the language %s', async (language) => {
    const { text } = await supertest(siteOf('test')).get('/').set('Accept-Language', language);
    expect(text).toMatch(new RegExp(`<html lang="${language}"`));
  });

  test('runs no script, loads nothing of another host, and is not cached', async () => {
    const { text, headers } = await supertest(siteOf('test')).get('/');
    expect(text).not.toMatch(/<script|style=/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['POST', '/'],
    ['GET', '/index.html'],
  ] as const)('does not serve %s %s', async (method, path) => {
    const agent = supertest(siteOf('test'));
    await (method === 'GET' ? agent.get(path) : agent.post(path)).expect(404);
  });
});

(hasChromium() ? test : test.skip)('the page at the root has no flaw that axe finds', async () => {
  const app = new Koa();
  app.use(new Router().get('/assets/:version/:name', sendAsset).routes());
  app.use(rootPage({ issuer: 'http://localhost', environment: 'test' } as Domain, LINKS));
  const server = app.listen(0, '127.0.0.1');
  const browser = await launchChromium();
  try {
    const page = await (await browser.newContext({ locale: 'sv' })).newPage();
    const { port } = server.address() as { port: number };
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await flawsOf(page)).toEqual([]);
  } finally {
    await browser.close();
    server.close();
  }
});
