import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { type ShownPage, shownPage } from '@eid-broker/testing/shown-page';
import type { Broker } from './broker.ts';

/** Where the demo's applications receive the person, beside the demo client. */
export const REDIRECT_URI = 'http://localhost:9999/cb';

/** One login in one browser without JavaScript: it looks, presses buttons, and follows redirects. */
export interface Visit {
  readonly browser: Browser;
  /** The login's page. */
  readonly url: string;
  /** Loads the page; throws when it leads on instead. */
  snapshot(): Promise<ShownPage>;
  /** Presses the button with this test id on the page that was seen last. */
  press(button: string): Promise<Answer>;
  /** Loads the page until it leads on, and answers where the application receives the person. */
  arrive(): Promise<URL>;
}

/** Sends a browser to the service; answers the login that it then holds. */
export async function visit(
  broker: Broker,
  parameters: Readonly<Record<string, string>> = {},
  browser: Browser = newBrowser(),
): Promise<Visit> {
  const answer = await browser.get(authorizationUrl(broker.issuer, parameters));
  const url = answer.location;
  if (url === undefined) throw new Error(`no login: ${answer.status} ${answer.text}`);
  return visitOf(browser, url);
}

/** A browser that holds a login, on its page or on one of the pages below it. */
export function visitOf(browser: Browser, url: string): Visit {
  let seen: ShownPage | undefined;

  async function snapshot(): Promise<ShownPage> {
    const answer = await browser.get(url);
    if (answer.location !== undefined) throw new Error(`leads on to ${answer.location}`);
    seen = shownPage(answer);
    return seen;
  }

  return {
    browser,
    url,
    snapshot,

    async press(button) {
      const form = (seen ?? (await snapshot())).forms.get(button);
      if (form === undefined) throw new Error(`the page has no button ${button}`);
      const { href } = new URL(form.action, url);
      const answer = await resumeUrl(browser, await browser.post(href, form.fields));
      seen = shownPage(answer);
      return answer;
    },

    async arrive() {
      return arrivalOf(await browser.follow(url));
    },
  };
}

/** The person scans what the page shows; answers the order. */
export async function scan(
  broker: Broker,
  login: Visit,
  personalNumber: string = TOLVAN,
): Promise<string> {
  const { qr, state } = await login.snapshot();
  if (qr === undefined) throw new Error(`the page shows no QR code: ${state}`);
  return (await broker.phone.scan(qr, personalNumber)).orderRef;
}

/** The person decides; then enough time passes for the service to ask the eID again. */
export async function decide(
  broker: Broker,
  orderRef: string,
  what: 'approve' | 'cancel' | 'fail' = 'approve',
  hintCode?: string,
): Promise<{ readonly returnUrl?: string }> {
  const outcome = await broker.phone.decide(orderRef, what, { hintCode });
  broker.advance(2);
  return outcome;
}

/** Where the browser left us for; throws when it is still here. */
export function arrivalOf({ status, location, text }: Answer): URL {
  if (location === undefined) throw new Error(`still here: ${status} ${text}`);
  return new URL(location);
}

/** An authorization request of the demo's web application for a QR code, unless told otherwise. */
export function authorizationUrl(
  issuer: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'demo-web',
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
    acr_values: QR_ACR,
    ...parameters,
  });
  return `${issuer}/oauth2/authorize?${query}`;
}

/** Follows a redirect that stays on our origin. */
function resumeUrl(browser: Browser, answer: Answer): Promise<Answer> | Answer {
  const { location, url } = answer;
  return location?.startsWith(new URL(url).origin) ? browser.follow(location) : answer;
}
