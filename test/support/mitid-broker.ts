import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Browser, newBrowser } from '@eid-broker/testing/browser';
import { renderedPage } from '@eid-broker/testing/rendered-page';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import { basic } from '@eid-broker/testing/token-endpoint';

import { type Broker, startBroker } from './broker.ts';
import { requestTokens, type TokenAnswer } from './tokens.ts';
import { visitOf } from './visit.ts';

/** The secret of the application `web`. */
export const SECRET = 'web-secret-0123456789-0123456789';
const EID_SECRET = 'the-secret-of-our-client';
const CALLBACK = 'http://localhost:9999/cb';

/** The acr values of test/fixtures/mitid-faults.yaml. */
export const MITID = 'urn:grn:authn:dk:mitid:substantial';
export const VIPPS = 'urn:grn:authn:no:vipps';

/** The service with MitID and Vipps, and their simulator. */
export interface MitIdBroker extends Broker {
  /** The domain of the tenant whose time-out for MitID is two seconds. */
  readonly hurriedIssuer: string;
  readonly oidc: OidcSimulator;
  /** Stops the simulator: its port refuses connections. Returns the function that starts it again, with new keys. */
  takeDown(): Promise<() => Promise<void>>;
}

/** The service with one simulated eID, and its simulator. */
export interface OneEidBroker extends Broker {
  readonly oidc: OidcSimulator;
}

/** Starts the service with a file whose tenants have MitID, or MitID Erhverv. */
export async function startOneEidBroker(
  profile: 'mitid' | 'mitid-business',
  file: string,
): Promise<OneEidBroker> {
  const oidc = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const variables = () => ({
    MITID_ISSUER: oidc.issuers[profile] ?? '',
    MITID_CLIENT_SECRET: EID_SECRET,
    WEB_SECRET: SECRET,
  });
  const broker = await startBroker(file, { variables });
  await oidc.addClient(profile, clientAt(`${broker.issuer}/callback/dk-${profile}`));
  return {
    ...broker,
    oidc,
    async close() {
      await broker.close();
      await oidc.close();
    },
  };
}

/** Starts the service with both, for faults. */
export async function startMitIdBroker(): Promise<MitIdBroker> {
  let oidc = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const broker = await startBroker('test/fixtures/mitid-faults.yaml', {
    variables: (port) => ({
      MITID_ISSUER: oidc.issuers.mitid ?? '',
      VIPPS_ISSUER: oidc.issuers.vipps ?? '',
      EID_CLIENT_SECRET: EID_SECRET,
      WEB_SECRET: SECRET,
      HURRIED_ISSUER: hurriedIssuerAt(port),
    }),
  });
  await enrol(oidc, broker);
  return {
    ...broker,
    hurriedIssuer: hurriedIssuerAt(broker.port),
    get oidc() {
      return oidc;
    },
    async takeDown() {
      const { port } = new URL(oidc.url);
      await oidc.close();
      return async () => {
        oidc = await startOidcSimulator({ port: Number(port) });
        await enrol(oidc, broker);
      };
    },
    async close() {
      await broker.close();
      await oidc.close();
    },
  };
}

/** All redirect URIs of a client have one host, so that each domain has its own. */
async function enrol(oidc: OidcSimulator, { issuer, port }: Broker): Promise<void> {
  const add = (profile: 'mitid' | 'vipps', clientId: string, callback: string) =>
    oidc.addClient(profile, clientAt(callback, clientId));
  await add('mitid', 'our-client', `${issuer}/callback/dk-mitid`);
  await add('vipps', 'our-client', `${issuer}/callback/no-vipps`);
  await add('mitid', 'our-hurried-client', `${hurriedIssuerAt(port)}/callback/dk-mitid`);
}

function clientAt(callback: string, clientId = 'our-client') {
  return {
    client_id: clientId,
    client_secret: EID_SECRET,
    client_name: 'Our service',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'client_secret_basic' as const,
  };
}

function hurriedIssuerAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** A browser that is ready to leave for the eID. */
export interface Departure {
  readonly browser: Browser;
  /** The URL at the eID. */
  readonly url: string;
}

/** The parameters of a login besides the usual ones, and its domain and browser. */
export interface DepartureOptions {
  readonly issuer?: string;
  readonly acr?: string;
  readonly browser?: Browser;
}

/** The URL of an authorization request of the application `web`. */
export function mitIdRequest(issuer: string, acr = MITID): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'web',
    redirect_uri: CALLBACK,
    scope: 'openid ssn',
    acr_values: acr,
    state: 'xyz',
  });
  return `${issuer}/oauth2/authorize?${query}`;
}

/** Requests a login. @throws without a link to the eID on our page */
export async function depart(
  broker: MitIdBroker,
  { issuer = broker.issuer, acr, browser = newBrowser() }: DepartureOptions = {},
): Promise<Departure> {
  const page = await browser.follow(mitIdRequest(issuer, acr));
  const { departure: url } = renderedPage(page);
  if (url === undefined) throw new Error(`no departure: ${page.status} ${page.text}`);
  return { browser, url };
}

/** The first Danish person approves on the eID's page, or the first of another country. Returns the URL of our callback. */
export async function approve(
  { browser, url }: Departure,
  country: 'DK' | 'NO' = 'DK',
): Promise<URL> {
  const [person] = personsOf(country);
  const page = await browser.follow(url);
  const form = { decision: 'approve', person: person?.id ?? '' };
  const decided = await browser.post(page.url, form);
  const { location } = await browser.follow(decided.location ?? '');
  if (location === undefined) throw new Error('the eID sent no answer');
  return new URL(location);
}

/** A browser with an approved answer that it has not brought yet. */
export interface Approved extends Departure {
  readonly answer: URL;
}

/** A person who departed and approved. */
export async function approved(
  broker: MitIdBroker,
  options: DepartureOptions = {},
): Promise<Approved> {
  const departure = await depart(broker, options);
  return {
    ...departure,
    answer: await approve(departure, options.acr === VIPPS ? 'NO' : 'DK'),
  };
}

/** Brings an answer to our callback, and follows our redirects. Returns the application's URL, or undefined on a page. */
export async function bring(browser: Browser, answer: URL): Promise<URL | undefined> {
  const { location } = await browser.follow(answer.href);
  return location === undefined ? undefined : new URL(location);
}

/** Brings an answer that ends the login, and leaves its page by "cancel". Returns the application's URL. */
export async function bringInVain(browser: Browser, answer: URL): Promise<URL> {
  const { location = '' } = await browser.get(answer.href);
  const left = await visitOf(browser, location).press('cancel');
  if (left.location === undefined) throw new Error(`still here: ${left.status} ${left.text}`);
  return new URL(left.location);
}

/** The counters of a simulated eID. */
interface Statistics {
  readonly calls: Readonly<Record<string, number>>;
}

/** The requests that the token endpoint of an eID got so far. */
export function exchangesAt({ oidc }: MitIdBroker, eid: 'mitid' | 'vipps'): number {
  const statistics = oidc.world.eid(eid).statistics?.() as Statistics | undefined;
  return statistics?.calls.token ?? 0;
}

/** Exchanges the code of the application's URL. @throws without a code */
export function redeem(
  broker: Pick<Broker, 'issuer'>,
  callback: URL | undefined,
): Promise<TokenAnswer> {
  const code = callback?.searchParams.get('code') ?? undefined;
  if (code === undefined) throw new Error(`no code: ${callback?.href}`);
  const { authorization } = basic('web', SECRET);
  return requestTokens(broker, { code }, { authorization });
}
