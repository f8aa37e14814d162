import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import type { Fault } from '@eid-broker/eid-simulators/oidc/faults';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Country, type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import type {
  RedirectEidUnderTest,
  RedirectPerson,
} from '@eid-broker/testing/contracts/redirect-eid';
import type { JWK } from 'jose';

import { oidcModule } from '../../../../src/adapters/eid/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../src/adapters/eid/oidc/oidc-row.ts';
import { offerOf } from '../../../../src/adapters/eid/oidc/row-parts.ts';
import type { RedirectAnswer, RedirectEid, RedirectRequest } from '../../../../src/ports/eid.ts';

/** An adapter of a row, its simulated provider at the other end, and persons with browsers. */
export interface RowUnderTest extends RedirectEidUnderTest {
  readonly simulator: OidcSimulator;
  /** Opens the adapter with further settings, or with a changed row. */
  open(settings?: object, row?: OidcRow): RedirectEid;
  /** The answer to a visit whose end the simulator decides by a script. */
  follow(url: string): Promise<RedirectAnswer>;
  /** Spoils the next answer of an endpoint. */
  spoil(endpoint: Fault['endpoint'], effect: Fault['effect'], times?: number): void;
  /** The requests to the provider so far, such as `POST /connect/token`. */
  requests(): readonly string[];
  /** The headers of these requests. */
  headers(): readonly IncomingMessage['headers'][];
}

/** A row, and its profile in the simulator. */
export interface TestedRow {
  readonly row: OidcRow;
  readonly profile: string;
  readonly country: Country;
  /** The profile's word for the level of each acr value. */
  readonly levels: Readonly<Record<string, string>>;
  /** Our client at the provider. */
  readonly clientId?: string;
  /** Further settings, such as the broker. */
  readonly settings?: object;
  /** We authenticate with this key instead of the secret: a private JWK. */
  readonly key?: JWK;
  /** The number of a person as the eID tells it; undefined: it tells none. */
  readonly numberOf?: (person: Person) => string | undefined;
}

const SECRET = 'the-secret-of-our-client';

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startRowUnderTest(tested: TestedRow): Promise<RowUnderTest> {
  const { row: usual, profile, country, clientId = 'our-client', key } = tested;
  const start = new Date();
  const simulator = await startOidcSimulator({ port: 0, clock: () => start });
  const clock = simulator.clock.now;
  const callback = `https://login.example/callback/${usual.offer.name}`;
  const issuer = simulator.issuers[profile] ?? '';
  const recorder = recordRequests(new URL(issuer));
  await simulator.addClient(profile, {
    client_id: clientId,
    ...(key === undefined
      ? { client_secret: SECRET, token_endpoint_auth_method: usual.clientAuthentication }
      : { jwks: { keys: [publicOf(key)] }, token_endpoint_auth_method: 'private_key_jwt' }),
    client_name: 'Our service',
    redirect_uris: [callback],
  });
  const world = { tested, simulator, callback };
  const [person, otherPerson] = personsOf(country).map((one) => visitor(one, world));
  if (person === undefined || otherPerson === undefined) throw new Error(`nobody in ${country}`);

  function open(settings: object = {}, row = usual): RedirectEid {
    const newId = () => randomBytes(32).toString('base64url');
    const runtime = { clock, newId, environment: 'test' } as const;
    const secret =
      key === undefined ? { clientSecret: SECRET } : { privateKey: JSON.stringify(key) };
    const ours = { clientId, ...secret, issuer, ...tested.settings };
    return oidcModule(row).open({ ...ours, ...settings }, runtime).redirect;
  }

  return {
    offer: offerOf(usual),
    eid: open(),
    unreachable: open({ issuer: `http://127.0.0.1:1/${profile}` }),
    clock,
    callback,
    numberScope: usual.nationalId?.scope,
    person,
    otherPerson,
    visits: () => recorder.requests().filter((one) => /auth(?:orize)?$/.test(one)).length,
    async close() {
      recorder.stop();
      await simulator.close();
    },
    simulator,
    open,
    async follow(url) {
      const { location = '' } = await newBrowser().follow(url);
      return { url: location, parameters: Object.fromEntries(new URL(location).searchParams) };
    },
    spoil: (endpoint, effect, times = 1) =>
      simulator.faults.add({ profile, endpoint, times, effect }),
    requests: recorder.requests,
    headers: recorder.headers,
  };
}

/** A request for the first acr value of a row, with all its scopes. */
export function loginRequest(
  { offer }: OidcRow,
  changes: Partial<RedirectRequest> = {},
): RedirectRequest {
  const [variant] = offer.variants;
  if (variant === undefined) throw new Error('an eID without acr values');
  return {
    acr: variant.acr,
    scope: ['openid', ...offer.scopes],
    language: 'en',
    action: 'login',
    application: 'Some application',
    text: undefined,
    person: undefined,
    directives: {},
    state: `state-${randomBytes(16).toString('hex')}`,
    ...changes,
  };
}

/** The public part of our RSA key. */
export function publicOf({ kty, n, e, kid, alg }: JWK): JWK {
  return { kty, n, e, kid, alg, use: 'sig' } as JWK;
}

interface World {
  readonly tested: TestedRow;
  readonly simulator: OidcSimulator;
  readonly callback: string;
}

/** A person with a browser for each visit. */
function visitor(person: Person, { tested, simulator, callback }: World): RedirectPerson {
  const { levels, numberOf = ({ nationalNumber }) => nationalNumber } = tested;
  return {
    nationalId: numberOf(person),
    async approve(url, acr) {
      const { browser, page } = await arrive(url);
      const login = simulator.logins.find(page.split('/').at(-1) ?? '');
      if (login === undefined) throw new Error(`no login at ${page}`);
      // The person may use another authenticator than the request asks for.
      simulator.logins.start({ ...login, level: levels[acr] ?? login.level });
      const decided = await browser.post(page, { decision: 'approve', person: person.id });
      return answerOf(browser, decided, callback);
    },
    async abort(url) {
      const { browser, page } = await arrive(url);
      return answerOf(browser, await browser.post(page, { decision: 'abort' }), callback);
    },
  };
}

/** Follows the URL to the person's page. */
async function arrive(url: string): Promise<{ browser: Browser; page: string }> {
  const browser = newBrowser();
  const page = await browser.follow(url);
  if (page.status !== 200) throw new Error(`${page.url}: ${page.status} ${page.text}`);
  return { browser, page: page.url };
}

/** Follows the redirects of the decision up to our callback, which is not called. */
async function answerOf(
  browser: Browser,
  decided: Answer,
  callback: string,
): Promise<RedirectAnswer> {
  const { location = '' } = await browser.follow(decided.location ?? '');
  if (!location.startsWith(callback)) throw new Error(`not our callback: ${location}`);
  return { url: location, parameters: Object.fromEntries(new URL(location).searchParams) };
}

/** Records the requests to one provider of this process. */
function recordRequests({ host, pathname }: URL) {
  const requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const [path = ''] = (request.url ?? '').split('?');
    if (request.headers.host !== host || !path.startsWith(`${pathname}/`)) return;
    const line = `${request.method} ${path.slice(pathname.length)}`;
    requests.push({ line, headers: { ...request.headers } });
  };
  subscribe('http.server.request.start', record);
  return {
    requests: () => requests.map(({ line }) => line),
    headers: () => requests.map(({ headers }) => headers),
    stop: () => unsubscribe('http.server.request.start', record),
  };
}
