import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { acrChoicesOf } from '@eid-broker/demo/client/acr-choices';
import { loginPath } from '@eid-broker/demo/client/login-choice';
import { inChromium } from '@eid-broker/demo/matrix/by-browser';
import { byScript } from '@eid-broker/demo/matrix/by-script';
import { checkResult, type LoginWay } from '@eid-broker/demo/matrix/login-way';
import { makeTester } from '@eid-broker/demo/matrix/tester';
import { simulatedEidOf } from '@eid-broker/demo/simulated-eids';
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
import { catalogue, eidModules } from '../../src/adapters/eid/registry.ts';

interface Listed {
  readonly name: string;
  readonly address: string;
}

let folder: string;
let ports: Ports;
let demo: DemoProcess;
let browser: Browser | undefined;
let eids: readonly Listed[];
let offered: readonly string[];
const at = (port: number) => `http://localhost:${port}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'eid-families-'));
  ports = await freePorts();
  demo = launchDemo(demoVariables(ports, join(folder, 'data')));
  await demo.ready;
  if (hasChromium()) browser = await launchChromium();
  const listed = await fetch(`${at(ports.phone)}/api/eids`);
  eids = (await listed.json()) as readonly Listed[];
  offered = (await acrChoicesOf(at(ports.service), 'demo-web')).map(({ acr }) => acr);
});
afterAll(async () => {
  await browser?.close();
  demo.kill('SIGINT');
  await demo.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** An acr value of each family: BankID, OpenID Connect, REST where there is one. */
function acrOfEachFamily(): readonly string[] {
  const families = new Map<string, string>();
  for (const acr of offered) {
    const name = catalogue.offerOf(acr as never)?.name ?? '';
    const address = simulatedEidOf(name, eids)?.address;
    if (address === undefined) continue;
    const family = new URL(address).origin;
    if (!families.has(family)) families.set(family, acr);
  }
  return [...families.values()];
}

async function logInWith(way: LoginWay, acr: string): Promise<void> {
  const clientUrl = at(ports.client);
  const start = `${clientUrl}${loginPath({ flow: 'code', wish: 'login', acr })}`;
  const phoneUrl = at(ports.phone);
  const tester = await makeTester(phoneUrl, acr);
  checkResult(await way({ start, acr, clientUrl, phoneUrl, tester }), acr);
}

test('the demo offers every acr value of every eID', () => {
  const all = eidModules.flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
  expect([...offered].sort()).toEqual(all.sort());
});

test('one eID of each family logs in by script', async () => {
  const acrs = acrOfEachFamily();
  expect(acrs.length).toBeGreaterThanOrEqual(2);
  for (const acr of acrs) await logInWith(byScript, acr);
}, 90_000);

(hasChromium() ? describe : describe.skip)('in Chromium', () => {
  test.each([
    ['with', true],
    ['without', false],
  ])(
    'one eID of each family logs in %s JavaScript, and no policy blocks it',
    async (_, hasIt) => {
      if (browser === undefined) throw new Error('no browser');
      for (const acr of acrOfEachFamily()) await logInWith(inChromium(browser, hasIt), acr);
    },
    180_000,
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
