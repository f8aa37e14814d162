import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { launchChromium } from '@eid-broker/testing/chromium';
import { allowCollectNow } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type SdkApplication, startSdkApplication } from '../interop/sdk/sdk-application.ts';
import { type Broker, startBroker } from '../support/broker.ts';

/** The service, an application with an SDK, and a browser. */
export interface SdkStage {
  readonly broker: Broker;
  readonly application: SdkApplication;
  /** The console errors of the browser: policy violations and failed scripts. */
  readonly consoleErrors: string[];
  /** Opens the page of the application in a browser of its own. */
  open(query?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The person scans the code on the service's own page, and approves. */
  approveOnOurPage(page: Page): Promise<void>;
  /** Closes the browsers of a test. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts it with one of the pages in test/interop/sdk; by default with the configuration of the
 * demo.
 */
export async function startSdkStage(
  script: string,
  contentFile = 'test/fixtures/bankid.yaml',
): Promise<SdkStage> {
  const port = await findFreePort();
  const variables = () => ({ DEMO_CLIENT_URL: `http://localhost:${port}` });
  const [broker, browser] = await Promise.all([
    startBroker(contentFile, { variables }),
    launchChromium(),
  ]);
  const application = await startSdkApplication({ script, issuer: broker.issuer, port });
  const consoleErrors: string[] = [];
  return {
    broker,
    application,
    consoleErrors,

    async open(query = '', options = {}) {
      const context = await newContext(browser, options, consoleErrors);
      const page = await context.newPage();
      // The components of an SDK render again when its PKCE pair is ready, which takes less time
      // than a person.
      await page.goto(`${application.url}${query}`, { waitUntil: 'networkidle' });
      return page;
    },

    async approveOnOurPage(page) {
      const qr = await page.locator('main[data-state="scan"] [data-qr]').getAttribute('data-qr');
      const { orderRef } = await broker.phone.scan(qr ?? '', TOLVAN);
      await broker.phone.decide(orderRef, 'approve');
      await allowCollectNow(broker);
    },

    leave: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },

    async close() {
      await browser.close();
      await application.close();
      await broker.close();
    },
  };
}

/** The result that the page of the application shows after a login. */
export async function outcomeOf(page: Page): Promise<Record<string, unknown>> {
  await page.locator('#outcome:not(:empty)').waitFor();
  return JSON.parse((await page.locator('#outcome').textContent()) ?? '');
}

async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
  consoleErrors: string[],
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(30_000);
  context.on('weberror', (error) => consoleErrors.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  return context;
}
