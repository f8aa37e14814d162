import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { type Broker, startBroker } from '../support/broker.ts';
import { authorizationUrl, visit } from '../support/visit.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0h4v1H0z"/></svg>';

let folder: string;
let broker: Broker;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'branding-'));
  writeFileSync(join(folder, 'logo.svg'), LOGO);
  const branding = `
    branding:
      displayName: { en: The company }
      logo: { file: logo.svg }
      color: '#7a1f5c'`;
  const ofShop = `
        branding:
          displayName: { en: The shop }`;
  const yaml = readFileSync('test/fixtures/bankid.yaml', 'utf8')
    .replaceAll('../../docs/', `${resolve('docs')}/`)
    .replace('    name: Demo\n', `    name: Demo${branding}\n`)
    .replace('        name: Demo shop\n', `        name: Demo shop${ofShop}\n`);
  const file = join(folder, 'configuration.yaml');
  writeFileSync(file, yaml);
  broker = await startBroker(file);
});
afterAll(async () => {
  await broker.close();
  rmSync(folder, { recursive: true });
});

test('pages of a login have the branding of their application over that of the tenant', async () => {
  const { html } = await (await visit(broker)).load();
  const [, path] = /<img class="logo" src="([^"]+)" alt="The shop">/.exec(html) ?? [];
  const logo = await fetch(broker.issuer + path);
  expect(await logo.text()).toBe(LOGO);
  expect(logo.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/brand\/[\w-]{22}\.css">/);
});

test.each([
  '/errors/login-expired',
  '/oauth2/logout',
  new URL(authorizationUrl('http://x', { redirect_uri: 'https://a.example' })).href.slice(8),
])('%s has the branding and the test line of its domain', async (path) => {
  const page = await fetch(broker.issuer + path, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(html).toContain('alt="The company"');
  expect(html).toContain('Test – no real identities');
});
