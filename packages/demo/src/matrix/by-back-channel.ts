import { setTimeout as sleep } from 'node:timers/promises';

import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import type { PhoneRules } from 'eid-broker/domain/eid-offer';

import { attributeOf, type LoginTask, type LoginWay, refuseError } from './login-way.ts';

const PATIENCE_MS = 30_000;
/** As often as the client's page reloads. */
const PAUSE_MS = 1_000;

/** By a call: the client's call centre requests an authentication by CIBA, with the parameters that the eID requires. */
export function byCiba(rules: PhoneRules | undefined): LoginWay {
  const details = rules?.namesCaller === false ? [{ type: rules.detailsType }] : undefined;
  return (task) =>
    logIn(task, '/backend/call', {
      personalNumber: task.tester.person.nationalNumber,
      ...(rules?.message === undefined && { message: '' }),
      ...(details !== undefined && { details: JSON.stringify(details) }),
    });
}

/** On the client's own page, headless. */
export const byHeadless: LoginWay = (task) => logIn(task, '/backend/headless', {});

async function logIn(
  task: LoginTask,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const { acr, clientUrl } = task;
  const browser = newBrowser();
  const begun = await browser.post(`${clientUrl}${path}`, { acr, ...form });
  refuseError(begun.text);
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const page = await waitOnce(browser, task);
    if (page.includes('data-testid="claims"')) return page;
    await sleep(PAUSE_MS);
  }
  throw new Error(`nobody is identified after ${PATIENCE_MS / 1000} seconds`);
}

/** One poll. The person acts on what the client shows. @throws Error of one line */
async function waitOnce(browser: Browser, { clientUrl, tester }: LoginTask): Promise<string> {
  const { text } = await browser.get(`${clientUrl}/backend/wait`);
  refuseError(text);
  await tester.scan(attributeOf(text, 'data-qr'));
  await tester.approveWaiting();
  return text;
}
