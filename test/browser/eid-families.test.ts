import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { acrChoicesOf } from '@eid-broker/demo/client/acr-choices';
import { byScript } from '@eid-broker/demo/matrix/by-script';
import { checkResult, type LoginWay } from '@eid-broker/demo/matrix/login-way';
import { makeTester } from '@eid-broker/demo/matrix/tester';
import { loginWay, waysFor } from '@eid-broker/demo/matrix/ways';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';

import {
  type DemoProcess,
  demoVariables,
  freePorts,
  launchDemo,
  type Ports,
} from '../../packages/demo/test/demo-process.ts';
import { eidModules } from '../../src/adapters/eid/registry.ts';

let folder: string;
let ports: Ports;
let demo: DemoProcess;
let browser: Browser | undefined;
let offered: readonly string[];
const at = (port: number) => `http://localhost:${port}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'eid-families-'));
  ports = await freePorts();
  demo = launchDemo(demoVariables(ports, join(folder, 'data')));
  await demo.ready;
  if (hasChromium()) browser = await launchChromium();
  offered = (await acrChoicesOf(at(ports.service), 'demo-web')).map(({ acr }) => acr);
});
afterAll(async () => {
  await browser?.close();
  demo.kill('SIGINT');
  await demo.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** An acr value of each protocol that an eID speaks: BankID's, OpenID Connect, Freja's, Smart-ID's and Mobile-ID's. */
const FAMILIES = [
  'urn:grn:authn:se:bankid',
  'urn:grn:authn:dk:mitid:low',
  'urn:grn:authn:se:frejaid',
  'urn:grn:authn:lv:smart-id',
  'urn:grn:authn:ee:mobile-id',
];

async function logInWith(way: LoginWay, acr: string): Promise<void> {
  const clientUrl = at(ports.client);
  const phoneUrl = at(ports.phone);
  const tester = await makeTester(phoneUrl, acr);
  checkResult(await way({ acr, clientUrl, phoneUrl, tester }), acr);
}

test('the demo offers every acr value of every eID', () => {
  const all = eidModules.flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
  expect([...offered].sort()).toEqual(all.sort());
});

test.each([...FAMILIES, 'urn:age-verification'])(
  '%s logs in by script',
  async (acr) => {
    await logInWith(byScript, acr);
  },
  60_000,
);

test.each([
  ['urn:grn:authn:se:bankid', 'ciba'],
  ['urn:grn:authn:no:bankid:substantial', 'ciba'],
  ['urn:grn:authn:lv:smart-id', 'headless'],
] as const)(
  '%s logs in by %s',
  async (acr, way) => {
    expect(waysFor(acr)).toContain(way);
    await logInWith(loginWay(way, acr), acr);
  },
  60_000,
);

(hasChromium() ? describe : describe.skip)('in Chromium', () => {
  test.each(
    FAMILIES.flatMap((acr) => [
      [acr, 'chromium'] as const,
      [acr, 'chromium-without-javascript'] as const,
    ]),
  )(
    '%s logs in by %s, and no policy blocks it',
    async (acr, way) => {
      await logInWith(loginWay(way, acr, browser), acr);
    },
    60_000,
  );

  test.each([
    ['with', true],
    ['without', false],
  ])(
    'a request that an application posts departs %s JavaScript',
    async (_, javaScriptEnabled) => {
      const context = await browser?.newContext({ javaScriptEnabled });
      const page = await context?.newPage();
      if (page === undefined) throw new Error('no browser');
      const blocked: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) blocked.push(message.text());
      });
      const issuer = at(ports.service);
      const application = `${at(ports.client)}/posts`;
      await page.route(application, (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'Content-Security-Policy': `form-action ${issuer}` },
          body: postingPage(issuer, `${at(ports.client)}/callback`),
        }),
      );
      await page.goto(application);
      await page.getByRole('button', { name: 'Log in' }).click();
      // The page may leave by itself before the click.
      const clicked = page.getByTestId('depart').click();
      const approve = page.getByRole('button', { name: 'Approve' });
      await Promise.race([clicked.catch(() => undefined), approve.waitFor()]);
      await approve.click();
      await page.waitForURL(`${at(ports.client)}/callback?**`);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('state'), searchParams.has('code')]).toEqual(['posted', true]);
      expect(blocked).toEqual([]);
      await context?.close();
    },
    60_000,
  );
});

function postingPage(issuer: string, redirectUri: string): string {
  const fields = {
    response_type: 'code',
    client_id: 'demo-web',
    redirect_uri: redirectUri,
    scope: 'openid',
    acr_values: 'urn:grn:authn:dk:mitid:low',
    state: 'posted',
  };
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('');
  return `<form method="post" action="${issuer}/oauth2/authorize">${inputs}<button>Log in</button></form>`;
}
