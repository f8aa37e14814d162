import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { flawsOf } from '@eid-broker/testing/axe-violations';
import { hasChromium, launchChromium } from '@eid-broker/testing/chromium';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser as Chromium, Page } from 'playwright-core';

import { type Bench, base64, CLIENT, idpParams, startBench, startLogin } from './harness.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.simulator.close());

describe('the files of the page', () => {
  test.each([
    ['/assets/wait.js', 200, 'text/javascript; charset=utf-8'],
    ['/assets/person.css', 200, 'text/css; charset=utf-8'],
    ['/assets/%2e%2e/simulator.ts', 404, 'text/plain; charset=utf-8'],
    ['/assets/..%2fsimulator.ts', 404, 'text/plain; charset=utf-8'],
    ['/assets/unknown.js', 404, 'text/plain; charset=utf-8'],
    ['/', 404, 'text/plain; charset=utf-8'],
  ])('%s: %i', async (path, status, type) => {
    const response = await fetch(`${bench.simulator.url}${path}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  });
});

(hasChromium() ? describe : describe.skip)('in a browser', () => {
  let chromium: Chromium;
  let page: Page;
  let complaints: string[];

  let application: Server;
  let callback: string;

  beforeAll(async () => {
    chromium = await launchChromium();
    application = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Broker</title>');
    }).listen(0, '127.0.0.1');
    await once(application, 'listening');
    callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    await bench.simulator.addClient('mitid', { ...CLIENT, redirect_uris: [callback] });
  });
  afterAll(async () => {
    await chromium?.close();
    application.close();
  });
  beforeEach(async () => {
    complaints = [];
    page = await chromium.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const params = idpParams({ reference_text: base64('Pay 200 kr'), action_text: 'APPROVE' });
    const request = { ...params, redirect_uri: callback };
    await page.goto((await startLogin(await bench.discover(), request)).url.href);
  });

  test('has no flaw that axe finds', async () => {
    expect(await flawsOf(page)).toEqual([]);
  });

  test('leads an approved login to the application', async () => {
    await page.getByLabel('Person').selectOption('carla');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(`${callback}?**`);
    expect(new URL(page.url()).searchParams.has('code')).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('leaves by itself when a script decides', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await bench.control(`/logins/${id}/abort`, {});
    await page.waitForURL(`${callback}?**`);
    expect(new URL(page.url()).searchParams.get('error_description')).toBe('mitid_user_aborted');
    expect(complaints).toEqual([]);
  });
});
