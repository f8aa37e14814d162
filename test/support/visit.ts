import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import { QR_ACR } from '@eid-broker/testing/log-in';
import { TOLVAN } from '@eid-broker/testing/phone';
import { type RenderedPage, renderedPage } from '@eid-broker/testing/rendered-page';
import type { Broker } from './broker.ts';

/** The redirect URI of the demo's other applications. */
export const REDIRECT_URI = 'http://localhost:9999/cb';

/** One login in one browser without JavaScript: it loads pages, presses buttons and follows redirects. */
export interface Visit {
  readonly browser: Browser;
  /** The URL of the login page. */
  readonly url: string;
  /** Loads the page; throws at a redirect. */
  load(): Promise<RenderedPage>;
  /** Presses the button with this test id on the last loaded page. */
  press(button: string): Promise<Answer>;
  /** Follows the redirects of the page to the callback URL and returns it. */
  arrive(): Promise<URL>;
}

/** Starts a login with a browser. */
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

/** The login of a browser at this page. */
export function visitOf(browser: Browser, url: string): Visit {
  let seen: RenderedPage | undefined;

  async function load(): Promise<RenderedPage> {
    const answer = await browser.get(url);
    if (answer.location !== undefined) throw new Error(`leads on to ${answer.location}`);
    seen = renderedPage(answer);
    return seen;
  }

  return {
    browser,
    url,
    load,

    async press(button) {
      const form = (seen ?? (await load())).forms.get(button);
      if (form === undefined) throw new Error(`the page has no button ${button}`);
      const { href } = new URL(form.action, url);
      const answer = await followOwn(browser, await browser.post(href, form.fields));
      seen = renderedPage(answer);
      return answer;
    },

    async arrive() {
      return arrivalOf(await browser.follow(url));
    },
  };
}

/** Scans the page's QR code with the phone and returns the order's reference. */
export async function scan(
  broker: Broker,
  login: Visit,
  personalNumber: string = TOLVAN,
): Promise<string> {
  const { qr, state } = await login.load();
  if (qr === undefined) throw new Error(`the page shows no QR code: ${state}`);
  return (await broker.phone.scan(qr, personalNumber)).orderRef;
}

/** Decides on the phone, and advances the clock until the service may collect again. */
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

/** The URL outside the service that a response redirects to; throws without a redirect. */
export function arrivalOf({ status, location, text }: Answer): URL {
  if (location === undefined) throw new Error(`still here: ${status} ${text}`);
  return new URL(location);
}

/** An authorization request of the demo's web application with a QR code. */
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

/** Follows a redirect within the service's origin. */
function followOwn(browser: Browser, answer: Answer): Promise<Answer> | Answer {
  const { location, url } = answer;
  return location?.startsWith(new URL(url).origin) ? browser.follow(location) : answer;
}
