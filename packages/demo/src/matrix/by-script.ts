import { setTimeout as sleep } from 'node:timers/promises';

import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';

import { loginPath } from '../client/login-choice.ts';
import { attributeOf, type LoginTask, type LoginWay } from './login-way.ts';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 250;
/** The test ids of the buttons that go on; the last one is the choice of another eID. */
const BUTTONS = ['continue', 'other-device', 'same-device', 'via-[^"]+'];

/** Cookies, links and forms, without a browser. */
export const byScript: LoginWay = ({ acr, ...task }) =>
  byScriptFrom(`${task.clientUrl}${loginPath({ flow: 'code', wish: 'login', acr })}`, task);

/** Another end than the result of the demo client, and another browser. */
interface ScriptOptions {
  readonly isEnd?: (answer: Answer) => boolean;
  readonly browser?: Browser;
  /** Submits forms without a test id too: of the application, or with a response that is posted to it. */
  readonly submitsAnyForm?: boolean;
}

/** The same, from an address that begins a login. */
export async function byScriptFrom(
  start: string,
  { clientUrl, phoneUrl, tester }: Omit<LoginTask, 'acr'>,
  {
    isEnd = ({ url }) => url === `${clientUrl}/result`,
    browser = newBrowser(),
    submitsAnyForm = false,
  }: ScriptOptions = {},
): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  let isFollowed = false;
  let answer = await browser.get(start);
  while (performance.now() < end) {
    answer = await step(answer);
    if (answer.location === undefined && isEnd(answer)) return answer.text;
  }
  throw new Error(`stays at ${answer.url} (${answer.status})`);

  async function step(at: Answer): Promise<Answer> {
    if (at.location !== undefined) return browser.get(at.location);
    if (at.status >= 400) throw new Error(`${at.status} at ${at.url}: ${headingOf(at.text)}`);
    const depart = hrefOf(at.text, 'depart');
    if (depart !== undefined) return browser.get(depart);
    const isForeign = submitsAnyForm && !at.text.includes('data-testid=');
    const form = isForeign ? anyForm(at.text) : formOf(at.text, BUTTONS);
    if (form !== undefined) {
      const { nationalNumber, phoneNumber = '' } = tester.person;
      const asked = { 'national-number': nationalNumber, 'phone-number': phoneNumber };
      const typed = Object.entries(asked).filter(([name]) => form.names.includes(name));
      const fields = { ...form.hidden, ...Object.fromEntries(typed) };
      return browser.post(new URL(form.action, at.url).href, fields);
    }
    await tester.scan(attributeOf(at.text, 'data-qr'));
    const link = hrefOf(at.text, 'open-app');
    if (link?.startsWith(phoneUrl) && !isFollowed) {
      isFollowed = true;
      const returnUrl = await tester.follow(link);
      if (returnUrl !== undefined) return browser.get(returnUrl);
    } else if ((await tester.approveWaiting()) === 0) await sleep(PAUSE_MS);
    return browser.get(at.url);
  }
}

interface Form {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** The names of all fields. */
  readonly names: readonly string[];
}

/** The form with the first of these buttons, by patterns of their test ids, that the page has. */
function formOf(page: string, testIds: readonly string[]): Form | undefined {
  const forms = page.match(/<form\b.*?<\/form>/gs) ?? [];
  const found = testIds
    .map((testId) => forms.find((form) => new RegExp(`data-testid="${testId}"`).test(form)))
    .find((form) => form !== undefined);
  return found === undefined ? undefined : readForm(found);
}

/** The first form of a page. */
function anyForm(page: string): Form | undefined {
  const [found] = page.match(/<form\b.*?<\/form>/gs) ?? [];
  return found === undefined ? undefined : readForm(found);
}

function readForm(found: string): Form {
  const inputs = found.match(/<input\b[^>]*>/g) ?? [];
  const fields = inputs.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')]);
  return {
    action: attributeOf(found, 'action'),
    hidden: Object.fromEntries(fields.filter(([, value]) => value !== '')),
    names: fields.map(([name]) => String(name)),
  };
}

function hrefOf(page: string, testId: string): string | undefined {
  const link = page.match(/<a\b[^>]*>/g)?.find((a) => a.includes(`data-testid="${testId}"`));
  return link && attributeOf(link, 'href');
}

function headingOf(page: string): string {
  return /<h1[^>]*>([^<]*)/.exec(page)?.[1]?.trim() ?? page.slice(0, 200);
}
