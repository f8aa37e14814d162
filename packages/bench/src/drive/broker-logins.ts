import { createHash } from 'node:crypto';

import { type Phone, phoneOf } from '@eid-broker/testing/phone';

import { basicOf, ISSUER, REDIRECT_URI } from '../environment/applications.ts';
import { type Browser, newBrowser } from './browser.ts';
import { expectAnswer, expectRedirect } from './expect-answer.ts';
import { pause } from './in-parallel.ts';
import type { CheckIdToken } from './token-checks.ts';
import { form, type Wire } from './wire.ts';

/** The dependencies of the service's logins. */
export interface BrokerDeps {
  readonly wire: Wire;
  readonly phoneUrl: string;
  readonly people: readonly string[];
  readonly checkIdToken: CheckIdToken;
}

/** A person's behaviour: times after the page's arrival, in milliseconds. */
export interface Behaviour {
  readonly scansAfter: number;
  readonly approvesAfter: number;
  /** The first status request of the page's script; then one each second. */
  readonly firstStatusAfter: number;
}

/** The order completes before the page may poll the eID for the first time: the fewest possible requests. */
export const INSTANT: Behaviour = { scansAfter: 0, approvesAfter: 0, firstStatusAfter: 2_050 };
/** A person who takes out a phone and types a code. */
export const REALISTIC: Behaviour = {
  scansAfter: 1_500,
  approvesAfter: 4_600,
  firstStatusAfter: 1_000,
};

const QR_ACR = 'urn:grn:authn:se:bankid:another-device:qr';
const STATUS_EVERY_MS = 1_000;
const MAX_STATUS_REQUESTS = 30;
const MAX_REDIRECTS = 4;

/** A begun login in a browser. */
export interface PendingLogin {
  readonly browser: Browser;
  /** The page's URL. */
  readonly page: string;
  readonly qr: string;
}

/** Logins with the QR code, by a browser that does what the page's script does. The number identifies a login. */
export function brokerLogins({ wire, phoneUrl, people, checkIdToken }: BrokerDeps) {
  const phone: Phone = phoneOf(phoneUrl);
  return { logIn, logInWithPkce, request, begin, readStatus };

  /** A complete login at a confidential application; returns its access token. */
  async function logIn(
    number: number,
    behaviour: Behaviour,
    clientId: 'web' | 'archive' = 'web',
  ): Promise<string> {
    const code = await codeOf(number, behaviour, { client_id: clientId });
    return checked(await redeem({ code }, basicOf(clientId)), clientId, number);
  }

  /** A complete login at a public application. */
  async function logInWithPkce(number: number, behaviour: Behaviour): Promise<string> {
    const verifier = `verifier-${number}-0123456789-0123456789-0123456789`;
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const challenge = { code_challenge, code_challenge_method: 'S256' };
    const code = await codeOf(number, behaviour, { client_id: 'page', ...challenge });
    const answer = await redeem({ code, client_id: 'page', code_verifier: verifier }, {});
    return checked(answer, 'page', number);
  }

  async function codeOf(
    number: number,
    behaviour: Behaviour,
    params: Readonly<Record<string, string>>,
  ): Promise<string> {
    const pending = await begin(number, params);
    const [, resumeUrl] = await Promise.all([
      act(pending.qr, number, behaviour),
      watch(pending, behaviour),
    ]);
    return codeIn(await follow(pending.browser, resumeUrl));
  }

  /** A login up to the page with the QR code. */
  async function begin(
    number: number,
    params: Readonly<Record<string, string>> = { client_id: 'web' },
  ): Promise<PendingLogin> {
    const { browser, page } = await request(number, params);
    const shown = expectAnswer(await browser.get(page), 200, 'the login page');
    const qr = /data-qr="([^"]+)"/.exec(shown.text)?.[1];
    if (qr === undefined) throw new Error(`the login page shows no QR code: ${shown.text}`);
    return { browser, page, qr };
  }

  /** The authorization request alone. */
  async function request(
    number: number,
    params: Readonly<Record<string, string>>,
  ): Promise<Omit<PendingLogin, 'qr'>> {
    const browser = newBrowser(wire, ISSUER, number);
    const query = new URLSearchParams({
      response_type: 'code',
      scope: 'openid',
      redirect_uri: REDIRECT_URI,
      acr_values: QR_ACR,
      nonce: `nonce-${number}`,
      state: `state-${number}`,
      ...params,
    });
    const page = expectRedirect(await browser.get(`/oauth2/authorize?${query}`), 'authorize');
    return { browser, page };
  }

  /** The person with the phone. */
  async function act(qr: string, number: number, { scansAfter, approvesAfter }: Behaviour) {
    await pause(scansAfter);
    const { orderRef } = await phone.scan(qr, people[number % people.length] ?? '');
    await pause(approvesAfter - scansAfter);
    await phone.decide(orderRef, 'approve');
  }

  /** The page's script: a status request each second, and the page again after a change. Returns the resume URL. */
  async function watch(pending: PendingLogin, { firstStatusAfter }: Behaviour): Promise<string> {
    let shown = 'scan';
    await pause(firstStatusAfter);
    for (let requests = 0; requests < MAX_STATUS_REQUESTS; requests += 1) {
      const { state, message, continue: resumeUrl } = await readStatus(pending);
      if (resumeUrl !== undefined) return resumeUrl;
      if (state === 'ended') throw new Error(`a login ended early: ${message}`);
      if (state !== shown) {
        expectAnswer(await pending.browser.get(pending.page), 200, 'the page after a change');
      }
      shown = state;
      await pause(STATUS_EVERY_MS);
    }
    throw new Error(`a login was not done after ${MAX_STATUS_REQUESTS} status requests: ${shown}`);
  }

  /** One status request of the page's script. */
  async function readStatus({ browser, page }: PendingLogin): Promise<Status> {
    const response = await browser.get(`${page}/status`, { accept: 'application/json' });
    return JSON.parse(expectAnswer(response, 200, 'the status').text) as Status;
  }

  async function redeem(
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ) {
    const all = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, ...fields };
    const posted = form(all);
    const sent = { ...posted, path: '/oauth2/token', headers: { ...posted.headers, ...headers } };
    return JSON.parse(expectAnswer(await wire.send(sent), 200, 'token').text) as Tokens;
  }

  async function checked(tokens: Tokens, clientId: string, number: number): Promise<string> {
    const expected = { issuer: ISSUER, clientId, nonce: `nonce-${number}` };
    await checkIdToken(tokens.id_token, expected);
    return tokens.access_token;
  }
}

export interface Status {
  readonly state: string;
  readonly message: string;
  readonly continue?: string;
}

interface Tokens {
  readonly id_token: string;
  readonly access_token: string;
}

/** Follows redirects to the application. */
async function follow(browser: Browser, url: string): Promise<string> {
  let next = url;
  for (let steps = 0; steps < MAX_REDIRECTS; steps += 1) {
    next = expectRedirect(await browser.get(next), 'the end of the login');
    if (next.startsWith(REDIRECT_URI)) return next;
  }
  throw new Error(`a login does not lead to the application: ${next}`);
}

function codeIn(callback: string): string {
  const code = new URL(callback).searchParams.get('code');
  if (code === null) throw new Error(`no code: ${callback}`);
  return code;
}
