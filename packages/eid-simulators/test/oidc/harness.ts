import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import * as oidc from 'openid-client';
import { CookieJar } from 'tough-cookie';

import {
  type OidcSimulator,
  type OidcSimulatorOptions,
  startOidcSimulator,
} from '../../src/oidc/simulator.ts';

export const T0 = new Date('2026-03-01T12:00:00.000Z');
export const CALLBACK = 'https://broker.example/callback/mitid';
export const SECRET = 'a-secret-of-the-broker-for-tests-only';

/** The client that every test may use. */
export const CLIENT = {
  client_id: 'broker',
  client_name: 'Test <Broker>',
  client_secret: SECRET,
  redirect_uris: [CALLBACK],
};

/** A simulator with a stopped clock and one client, and a client for its control API. */
export interface Bench {
  readonly simulator: OidcSimulator;
  readonly issuer: string;
  /** `body` undefined: GET. */
  control(path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** The configuration of openid-client by discovery, with all checks on. */
  discover(auth?: oidc.ClientAuth, clientId?: string): Promise<oidc.Configuration>;
}

export async function startBench(options: Partial<OidcSimulatorOptions> = {}): Promise<Bench> {
  const simulator = await startOidcSimulator({
    rsaKeys: rsaKeys(),
    port: 0,
    clock: () => T0,
    ...options,
  });
  await simulator.addClient('mitid', CLIENT);
  const issuer = String(simulator.issuers.mitid);
  return {
    simulator,
    issuer,
    async control(path, body) {
      const response = await fetch(`${simulator.url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    discover: (auth = oidc.ClientSecretPost(SECRET), clientId = CLIENT.client_id) =>
      oidc.discovery(new URL(issuer), clientId, undefined, auth, {
        execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
        timeout: 5,
      }),
  };
}

/** A started login, with what its end must be checked against. */
export interface StartedLogin {
  readonly url: URL;
  readonly checks: { pkceCodeVerifier: string; expectedNonce: string; expectedState: string };
}

/** Pushes the request of a login, or puts it into the URL. */
export async function startLogin(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
  by: 'PAR' | 'query' = 'PAR',
): Promise<StartedLogin> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedNonce = oidc.randomNonce();
  const expectedState = oidc.randomState();
  const request = {
    redirect_uri: CALLBACK,
    scope: 'openid mitid ssn',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    nonce: expectedNonce,
    state: expectedState,
    idp_values: 'mitid',
    ...parameters,
  };
  const url =
    by === 'PAR'
      ? await oidc.buildAuthorizationUrlWithPAR(config, request)
      : oidc.buildAuthorizationUrl(config, request);
  return { url, checks: { pkceCodeVerifier, expectedNonce, expectedState } };
}

/** The `idp_params` of a request. */
export function idpParams(mitid: Readonly<Record<string, unknown>>): { idp_params: string } {
  return { idp_params: JSON.stringify({ mitid }) };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A page of the simulator, or the URL outside of it to which the browser was sent. */
export type Visit =
  | { readonly kind: 'page'; readonly url: URL; readonly status: number; readonly html: string }
  | { readonly kind: 'left'; readonly url: URL };

/** A browser without JavaScript that stays at the simulator. */
export class Browser {
  readonly #jar = new CookieJar();

  async open(url: string | URL, form?: Readonly<Record<string, string>>): Promise<Visit> {
    const address = new URL(url);
    if (address.hostname !== '127.0.0.1') return { kind: 'left', url: address };
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: await this.#jar.getCookieString(address.href), Accept: 'text/html' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      await this.#jar.setCookie(cookie, address.href);
    }
    const next = response.headers.get('location');
    if (next !== null) return this.open(new URL(next, address));
    return { kind: 'page', url: address, status: response.status, html: await response.text() };
  }

  /** The URL of the application at which the browser arrives. */
  async leave(url: string | URL, form?: Readonly<Record<string, string>>): Promise<URL> {
    const visit = await this.open(url, form);
    if (visit.kind === 'left') return visit.url;
    throw new Error(`stayed at ${visit.url.pathname} with ${visit.status}: ${visit.html}`);
  }
}

/** Opens the login in a new browser, approves as this person on the page, and returns the callback's URL. */
export async function approve({ url }: StartedLogin, person = 'astrid'): Promise<URL> {
  const browser = new Browser();
  const page = await browser.open(url);
  return browser.leave(page.url, { person, decision: 'approve' });
}

/** The claims of a whole login: discovery, request, page, token, userinfo. */
export async function logIn(
  bench: Bench,
  parameters: Readonly<Record<string, string>> = {},
  person = 'astrid',
) {
  const config = await bench.discover();
  const login = await startLogin(config, parameters);
  const tokens = await oidc.authorizationCodeGrant(
    config,
    await approve(login, person),
    login.checks,
  );
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('no ID token');
  const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { claims, userinfo, tokens };
}
