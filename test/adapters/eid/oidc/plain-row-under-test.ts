import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Country, type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import type {
  RedirectEidUnderTest,
  RedirectPerson,
} from '@eid-broker/testing/contracts/redirect-eid';

import { oidcModule } from '../../../../src/adapters/eid/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../src/adapters/eid/oidc/oidc-row.ts';
import type { RedirectAnswer, RedirectEid } from '../../../../src/ports/eid.ts';

const CLIENT = { clientId: 'our-client', clientSecret: 'the-secret-of-our-client' };

/** The adapter of a row, and its simulated provider. */
export interface RowUnderTest extends RedirectEidUnderTest {
  readonly simulator: OidcSimulator;
  open(settings?: object): RedirectEid;
}

/** The row, the profile of its simulator, and the country whose people decide. */
export interface RowSetup {
  readonly row: OidcRow;
  readonly profile: string;
  readonly country: Country;
  /** Settings beside issuer and client. */
  readonly settings?: object;
}

/** Starts a simulator of its own on a free port, its clock at a fixed moment. */
export async function startRowUnderTest({
  row,
  profile,
  country,
  settings: own = {},
}: RowSetup): Promise<RowUnderTest> {
  const { offer } = oidcModule(row);
  const callback = `https://login.example/callback/${offer.name}`;
  const start = new Date();
  const simulator = await startOidcSimulator({ port: 0, clock: () => start });
  const clock = simulator.clock.now;
  const issuer = simulator.issuers[profile] ?? '';
  const visits = countVisits(new URL(issuer));
  await simulator.addClient(profile, {
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    client_name: 'Our service',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  const [person, otherPerson] = personsOf(country).map((one) => visitor(one, callback));
  if (person === undefined || otherPerson === undefined) throw new Error(`no two of ${country}`);

  function open(settings: object = {}): RedirectEid {
    const newId = () => randomBytes(32).toString('base64url');
    const runtime = { clock, newId, environment: 'test' } as const;
    return oidcModule(row).open({ ...CLIENT, issuer, ...own, ...settings }, runtime).redirect;
  }

  return {
    offer,
    eid: open(),
    unreachable: open({ issuer: `http://127.0.0.1:1/${profile}` }),
    clock,
    callback,
    numberScope: row.nationalId?.scope,
    person,
    otherPerson,
    visits: visits.count,
    async close() {
      visits.stop();
      await simulator.close();
    },
    simulator,
    open,
  };
}

/** A person with a browser for each visit. */
function visitor({ id, nationalNumber }: Person, callback: string): RedirectPerson {
  return {
    nationalId: nationalNumber,
    approve: (url) => decide(url, { decision: 'approve', person: id }),
    abort: (url) => decide(url, { decision: 'abort' }),
  };

  async function decide(url: string, form: Record<string, string>): Promise<RedirectAnswer> {
    const browser = newBrowser();
    const page = await browser.follow(url);
    if (page.status !== 200) throw new Error(`${page.url}: ${page.status} ${page.text}`);
    return answerOf(browser, await browser.post(page.url, form));
  }

  /** Follows the redirects of the decision up to our callback, which is not called. */
  async function answerOf(browser: Browser, decided: Answer): Promise<RedirectAnswer> {
    const { location = '' } = await browser.follow(decided.location ?? '');
    if (!location.startsWith(callback)) throw new Error(`not our callback: ${location}`);
    return { url: location, parameters: Object.fromEntries(new URL(location).searchParams) };
  }
}

/** Counts the authorization requests of browsers to one server of this process. */
function countVisits({ host, pathname }: URL) {
  let visits = 0;
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const [path = ''] = (request.url ?? '').split('?');
    if (request.headers.host !== host || !path.startsWith(pathname)) return;
    if (/authorize$/.test(path)) visits += 1;
  };
  subscribe('http.server.request.start', record);
  return { count: () => visits, stop: () => unsubscribe('http.server.request.start', record) };
}
