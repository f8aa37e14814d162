import type { Browser, Page } from 'playwright-core';

import type { LoginTask, LoginWay } from './login-way.ts';

const PATIENCE_MS = 45_000;
const CLICK_MS = 2_000;
const PAUSE_MS = 250;

/** In Chromium, with a new person's cookies for each login. A blocked resource or form fails the login. */
export function inChromium(browser: Browser, javaScriptEnabled: boolean): LoginWay {
  return async function logIn(task) {
    const context = await browser.newContext({ javaScriptEnabled, ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await actAsApp(page, task);
      const blocked: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) blocked.push(message.text());
      });
      await page.goto(task.clientUrl);
      await page.getByTestId('acr').selectOption(task.acr);
      await page.getByTestId('login-code').click();
      const result = await arrive(page, task);
      if (blocked[0] !== undefined) throw new Error(blocked[0]);
      return result;
    } finally {
      await context.close();
    }
  };
}

async function arrive(page: Page, task: LoginTask): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  const opened = new Set<string>();
  while (performance.now() < end) {
    if (page.url() === `${task.clientUrl}/result`) return page.content();
    // The page may leave while it is looked at.
    const hasActed = await act(page, { ...task, opened }).catch((error: Error) => {
      if (!/navigat|closed|detached|Timeout|interrupted/i.test(error.message)) throw error;
      return false;
    });
    if (!hasActed) await page.waitForTimeout(PAUSE_MS);
  }
  throw new Error(`stays at ${page.url()}: ${await page.title()}`);
}

interface Arrival extends LoginTask {
  /** The links to apps that were clicked. */
  readonly opened: Set<string>;
}

/** True when the page was left by a click. */
async function act(page: Page, { phoneUrl, tester, opened }: Arrival): Promise<boolean> {
  const is = (testId: string) => page.getByTestId(testId).isVisible();
  if (await is('continue')) {
    const { nationalNumber, phoneNumber = '' } = tester.person;
    if (await is('national-number')) await page.getByTestId('national-number').fill(nationalNumber);
    if (await is('phone-number')) await page.getByTestId('phone-number').fill(phoneNumber);
    return click('continue');
  }
  for (const testId of ['other-device', 'same-device', 'depart']) {
    if (await is(testId)) return click(testId);
  }
  // Where another eID identifies, any will do.
  const other = page.locator('[data-testid^="via-"]').first();
  if (await other.isVisible()) {
    await other.click({ timeout: CLICK_MS });
    return true;
  }
  if (await is('open-app')) {
    const link = await page.getByTestId('open-app').getAttribute('href');
    if (link?.startsWith(phoneUrl) && !opened.has(link)) {
      opened.add(link);
      return click('open-app');
    }
  }
  const code = page.locator('[data-qr]');
  if ((await code.count()) > 0) await tester.scan((await code.getAttribute('data-qr')) ?? '');
  const approve = page.getByRole('button', { name: 'Approve' });
  if (/\/(?:login|app)\//.test(page.url()) && (await approve.isVisible())) {
    const { id } = tester.person;
    const person = page.getByLabel('Person');
    if ((await person.locator(`option[value="${id}"]`).count()) > 0) await person.selectOption(id);
    await approve.click();
    return true;
  }
  await tester.approveWaiting();
  return false;

  async function click(testId: string): Promise<boolean> {
    // A page that leaves by itself takes the button away.
    await page.getByTestId(testId).click({ timeout: CLICK_MS });
    return true;
  }
}

/** The page of the phone that opens a link is replaced by an approval, which leads back as the app does. */
async function actAsApp(page: Page, { phoneUrl, tester }: LoginTask): Promise<void> {
  // Our page may open the link by itself, too: an app takes it once.
  const opened = new Map<string, Promise<string | undefined>>();
  await page.route(`${phoneUrl}/?*`, async (route) => {
    const link = route.request().url();
    const following = opened.get(link) ?? tester.follow(link);
    opened.set(link, following);
    const body = await following.then(
      (returnUrl = '') =>
        `<meta http-equiv="refresh" content="0;url=${returnUrl}"><title>App</title>`,
      (error: Error) => `<title>${error.message}</title>`,
    );
    await route.fulfill({ contentType: 'text/html', body });
  });
}
