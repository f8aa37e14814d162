import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import { TOLVAN } from '@eid-broker/testing/phone';
import * as oidc from 'openid-client';
import { scan, visitOf } from '../support/visit.ts';
import { CALLBACK, type Client, type ConformanceBroker } from './conformance-broker.ts';

/** The variant of a plan. */
export interface Variant {
  readonly responseType: 'code' | 'code id_token' | 'id_token';
  readonly responseMode?: 'form_post';
}

/** One response of the service as received. */
export interface Recorded {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An authorization request, and the expected values in its response. */
export interface Begun {
  readonly url: URL;
  readonly state: string;
  readonly nonce: string | undefined;
  readonly maxAge: number | undefined;
}

/** The outcome of an authorization request: a response to the application, or a page. */
export interface Arrival {
  /** The URL or the posted form, as openid-client expects it. Undefined on a page. */
  readonly answer: URL | Request | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly page: Answer | undefined;
  /** Whether the person used the eID. */
  readonly usedEid: boolean;
}

/** openid-client as the protocol's oracle for one application; it records every response. */
export interface RelyingParty {
  readonly client: Client;
  readonly variant: Variant;
  readonly config: oidc.Configuration;
  readonly recorded: Recorded[];
}

/** A client authentication method of openid-client. */
export type Authentication = (client: Client) => oidc.ClientAuth;

const POST_PAGE = /<form[^>]*method="post"[^>]*action="([^"]*)"/;

/** Reads the configuration as an application does at its start. */
export async function relyingParty(
  broker: ConformanceBroker,
  client: Client,
  variant: Variant,
  authentication: Authentication = ({ secret }) => oidc.ClientSecretBasic(secret),
): Promise<RelyingParty> {
  const recorded: Recorded[] = [];
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  if (variant.responseType === 'code id_token') execute.push(oidc.useCodeIdTokenResponseType);
  if (variant.responseType === 'id_token') execute.push(oidc.useIdTokenResponseType);
  const config = await oidc.discovery(
    new URL(broker.issuer),
    client.clientId,
    // The application's clock follows the service's clock.
    { [oidc.clockSkew]: Math.round((broker.now().getTime() - Date.now()) / 1000) },
    variant.responseType === 'id_token' ? oidc.None() : authentication(client),
    { execute, [oidc.customFetch]: recordingFetch(recorded) },
  );
  return { client, variant, config, recorded };
}

/** A request as the suite sends it: without acr_values. An undefined parameter is omitted. */
export function begin(
  { config, variant }: RelyingParty,
  extra: Readonly<Record<string, string | undefined>> = {},
): Begun {
  const { responseMode: response_mode } = variant;
  const own = { state: oidc.randomState(), nonce: oidc.randomNonce() };
  const all = { redirect_uri: CALLBACK, scope: 'openid', response_mode, ...own, ...extra };
  const present = Object.entries(all).filter((pair): pair is [string, string] => !!pair[1]);
  // openid-client requires a nonce where the standard does, so it is removed afterwards.
  const filled = { nonce: 'taken out again', ...Object.fromEntries(present) };
  const url = oidc.buildAuthorizationUrl(config, filled);
  const maxAge = extra.max_age === undefined ? undefined : Number(extra.max_age);
  const { state, nonce } = Object.fromEntries(present) as Partial<typeof own>;
  if (nonce === undefined) url.searchParams.delete('nonce');
  return { url, state: state ?? '', nonce, maxAge };
}

/** A person and the browser of that person. */
export interface Person {
  readonly browser: Browser;
  readonly personalNumber: string;
}

/** A person with a new browser. */
export function newPerson(personalNumber: string = TOLVAN): Person {
  return { browser: newBrowser(), personalNumber };
}

/** Sends the browser's request; the person uses the eID when the service requires it. */
export async function send(
  broker: ConformanceBroker,
  { browser, personalNumber }: Person,
  start: (browser: Browser) => Promise<Answer>,
): Promise<Arrival> {
  const first = await start(browser);
  if (first.location === undefined || !first.location.startsWith(`${broker.issuer}/login/`)) {
    return arrivalOf(first, false);
  }
  const login = visitOf(browser, first.location);
  const orderRef = await scan(broker, login, personalNumber);
  await broker.phone.decide(orderRef, 'approve');
  // The application uses the machine's clock, so the service's clock does not advance. Collecting is allowed at once
  // instead.
  await broker.sql("update authentication set collect_after = created_at where state = 'pending'");
  return arrivalOf(await browser.follow(first.location), true);
}

/** Opens the request, by default in a new browser. */
export function visit(
  broker: ConformanceBroker,
  { url }: Begun,
  person: Person = newPerson(),
): Promise<Arrival> {
  return send(broker, person, (browser) => browser.get(url.href));
}

function arrivalOf(answer: Answer, usedEid: boolean): Arrival {
  if (answer.location !== undefined) {
    const url = new URL(answer.location);
    const text = url.hash === '' ? url.search : url.hash.slice(1);
    const parameters = Object.fromEntries(new URLSearchParams(text));
    return { answer: url, parameters, page: undefined, usedEid };
  }
  const action = POST_PAGE.exec(answer.text)?.[1];
  if (action === undefined) return { answer: undefined, parameters: {}, page: answer, usedEid };
  const inputs = [...answer.text.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const parameters = Object.fromEntries(inputs.map(([, name, value]) => [name, value]));
  const body = new URLSearchParams(parameters);
  const posted = new Request(action, { method: 'POST', body });
  return { answer: posted, parameters, page: undefined, usedEid };
}

function recordingFetch(recorded: Recorded[]): oidc.CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    const { status, headers } = response;
    const text = await response.clone().text();
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    recorded.push({ url, status, headers, body });
    return response;
  };
}
