import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import type { Fault } from '@eid-broker/eid-simulators/oidc/faults';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import type {
  RedirectEidUnderTest,
  RedirectPerson,
} from '@eid-broker/testing/contracts/redirect-eid';

import { dkMitId } from '../../../../src/adapters/eid/dk-mitid/row.ts';
import { oidcModule } from '../../../../src/adapters/eid/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../src/adapters/eid/oidc/oidc-row.ts';
import { offerOf } from '../../../../src/adapters/eid/oidc/row-parts.ts';
import type { RedirectAnswer, RedirectEid } from '../../../../src/ports/eid.ts';

/** The adapter, a simulated broker of MitID at the other end, and persons with browsers. */
export interface MitIdUnderTest extends RedirectEidUnderTest {
  readonly simulator: OidcSimulator;
  /** Opens the adapter with further settings, or with a changed row. */
  open(settings?: object, row?: OidcRow): RedirectEid;
  /** Spoils the next answer of an endpoint. */
  spoil(endpoint: Fault['endpoint'], effect: Fault['effect'], times?: number): void;
  /** The requests to the broker so far, such as `POST /connect/token`. */
  requests(): readonly string[];
}

const CALLBACK = 'https://login.example/callback/dk-mitid';
const CLIENT = { clientId: 'our-client', clientSecret: 'the-secret-of-our-client' };

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startMitIdUnderTest(): Promise<MitIdUnderTest> {
  const start = new Date();
  const simulator = await startOidcSimulator({ port: 0, clock: () => start });
  const clock = simulator.clock.now;
  const issuer = simulator.issuers.mitid ?? '';
  const recorder = recordRequests(new URL(issuer));
  await simulator.addClient('mitid', {
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    client_name: 'Our service',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const [person, otherPerson] = personsOf('DK').map((one) => visitor(one, simulator));
  if (person === undefined || otherPerson === undefined) throw new Error('no Danish persons');

  function open(settings: object = {}, row = dkMitId): RedirectEid {
    const newId = () => randomBytes(32).toString('base64url');
    const runtime = { clock, newId, environment: 'test' } as const;
    return oidcModule(row).open({ ...CLIENT, issuer, ...settings }, runtime).redirect;
  }

  return {
    offer: offerOf(dkMitId),
    eid: open(),
    unreachable: open({ issuer: 'http://127.0.0.1:1/mitid' }),
    clock,
    callback: CALLBACK,
    numberScope: 'ssn',
    person,
    otherPerson,
    visits: () => recorder.requests().filter((one) => /authorize$/.test(one)).length,
    async close() {
      recorder.stop();
      await simulator.close();
    },
    simulator,
    open,
    spoil: (endpoint, effect, times = 1) =>
      simulator.faults.add({ profile: 'mitid', endpoint, times, effect }),
    requests: recorder.requests,
  };
}

/** A person with a browser for each visit. */
function visitor({ id, nationalNumber }: Person, simulator: OidcSimulator): RedirectPerson {
  return {
    nationalId: nationalNumber,
    async approve(url, acr) {
      const { browser, page } = await arrive(url);
      const login = simulator.logins.find(page.split('/').at(-1) ?? '');
      if (login === undefined) throw new Error(`no login at ${page}`);
      // The person may use another authenticator than the request asks for.
      simulator.logins.start({ ...login, level: acr.split(':').at(-1) ?? '' });
      return answerOf(browser, await browser.post(page, { decision: 'approve', person: id }));
    },
    async abort(url) {
      const { browser, page } = await arrive(url);
      return answerOf(browser, await browser.post(page, { decision: 'abort' }));
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
async function answerOf(browser: Browser, decided: Answer): Promise<RedirectAnswer> {
  const { location = '' } = await browser.follow(decided.location ?? '');
  if (!location.startsWith(CALLBACK)) throw new Error(`not our callback: ${location}`);
  return { url: location, parameters: Object.fromEntries(new URL(location).searchParams) };
}

/** Records the requests to one server of this process. */
function recordRequests({ host, pathname }: URL) {
  const requests: string[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const [path = ''] = (request.url ?? '').split('?');
    if (request.headers.host !== host || !path.startsWith(pathname)) return;
    requests.push(`${request.method} ${path.slice(pathname.length)}`);
  };
  subscribe('http.server.request.start', record);
  return {
    requests: () => [...requests],
    stop: () => unsubscribe('http.server.request.start', record),
  };
}
