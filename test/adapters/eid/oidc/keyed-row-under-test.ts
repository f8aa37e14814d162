import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import type { Fault } from '@eid-broker/eid-simulators/oidc/faults';
import type { OidcProfile } from '@eid-broker/eid-simulators/oidc/profile';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Country, type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import { type Answer, type Browser, newBrowser } from '@eid-broker/testing/browser';
import type {
  RedirectEidUnderTest,
  RedirectPerson,
} from '@eid-broker/testing/contracts/redirect-eid';

import { oidcModule } from '../../../../src/adapters/eid/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../src/adapters/eid/oidc/oidc-row.ts';
import { offerOf } from '../../../../src/adapters/eid/oidc/row-parts.ts';
import type { RedirectAnswer, RedirectEid } from '../../../../src/ports/eid.ts';

/** An adapter whose requests we sign and whose answers are for our key, and its simulated provider. */
export interface KeyedRowUnderTest extends RedirectEidUnderTest {
  readonly simulator: OidcSimulator;
  readonly issuer: string;
  /** Our keys at the provider, as the settings have them. */
  readonly keys: { readonly privateKey: string; readonly decryptionKeys: string };
  /** Opens the adapter with further settings, or with a changed row. */
  open(settings?: object, row?: OidcRow): RedirectEid;
  /** Spoils the next answer of an endpoint. */
  spoil(endpoint: Fault['endpoint'], effect: Fault['effect'], times?: number): void;
  /** The requests to the provider so far, such as `POST /token`. */
  requests(): readonly string[];
}

/** A row, and its profile in the simulator. */
export interface KeyedRow {
  readonly row: OidcRow;
  readonly profile: string;
  readonly country: Country;
  /** The profile's word for the level of each acr value. */
  readonly levels: Readonly<Record<string, string>>;
  readonly settings?: object;
  /** Instead of all profiles of the simulator. */
  readonly profiles?: readonly OidcProfile[];
  readonly numberOf?: (person: Person) => string | undefined;
}

const CLIENT_ID = 'our-client';

/** Our keys at a provider: one signs, one decrypts. */
export function clientKeys() {
  const [sign, decrypt] = [rsaKey(), rsaKey()];
  return {
    privateKey: JSON.stringify({ ...sign.private, kid: 'our-signing-key', alg: 'RS256' }),
    decryptionKeys: JSON.stringify({ keys: [{ ...decrypt.private, kid: 'our-encryption-key' }] }),
    jwks: {
      keys: [
        { ...sign.public, kid: 'our-signing-key', use: 'sig' },
        { ...decrypt.public, kid: 'our-encryption-key', use: 'enc' },
      ],
    },
  };
}

/** The registration of our client at a provider that takes keys alone. */
export function keyedClient(
  callback: string,
  { jwks }: Pick<ReturnType<typeof clientKeys>, 'jwks'>,
) {
  return {
    client_id: CLIENT_ID,
    client_name: 'Our service',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'private_key_jwt' as const,
    token_endpoint_auth_signing_alg: 'RS256' as const,
    jwks,
  };
}

/** The entity statement of a simulated provider. */
export async function statementOf(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/.well-known/openid-federation`);
  return response.text();
}

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startKeyedRow(keyed: KeyedRow): Promise<KeyedRowUnderTest> {
  const { row: usual, profile, country, settings: more = {} } = keyed;
  const start = new Date();
  const { profiles } = keyed;
  const options = { port: 0, clock: () => start, ...(profiles && { profiles }) };
  const simulator = await startOidcSimulator(options);
  const clock = simulator.clock.now;
  const callback = `https://login.example/callback/${usual.offer.name}`;
  const issuer = simulator.issuers[profile] ?? '';
  const keys = clientKeys();
  const recorder = recordRequests(new URL(issuer));
  await simulator.addClient(profile, keyedClient(callback, keys));
  const [person, otherPerson] = personsOf(country).map((one) =>
    visitor(one, { keyed, simulator, callback }),
  );
  if (person === undefined || otherPerson === undefined) throw new Error(`nobody in ${country}`);
  const { privateKey, decryptionKeys } = keys;
  const ours = { clientId: CLIENT_ID, privateKey, decryptionKeys, ...more };
  const reachable = {
    issuer,
    ...(usual.isPinned && { entityStatement: await statementOf(issuer) }),
  };

  function open(settings: object = {}, row = usual): RedirectEid {
    const newId = () => randomBytes(32).toString('base64url');
    const runtime = { clock, newId, environment: 'test' } as const;
    return oidcModule(row).open({ ...ours, ...reachable, ...settings }, runtime).redirect;
  }

  return {
    offer: offerOf(usual),
    eid: open(),
    unreachable: open(await closedProvider(keyed)),
    clock,
    callback,
    numberScope: usual.nationalId?.scope === 'openid' ? undefined : usual.nationalId?.scope,
    person,
    otherPerson,
    visits: () => recorder.requests().filter((one) => /authoriz(?:e|ation)$/.test(one)).length,
    async close() {
      recorder.stop();
      await simulator.close();
    },
    simulator,
    issuer,
    keys,
    open,
    spoil: (endpoint, effect, times = 1) =>
      simulator.faults.add({ profile, endpoint, times, effect }),
    requests: recorder.requests,
  };
}

/** The settings of a provider that was there, and is no more. */
async function closedProvider({ row, profile }: KeyedRow): Promise<object> {
  const gone = await startOidcSimulator({ port: 0 });
  const issuer = gone.issuers[profile] ?? '';
  const entityStatement = row.isPinned ? await statementOf(issuer) : undefined;
  await gone.close();
  return { issuer, ...(entityStatement && { entityStatement }) };
}

interface World {
  readonly keyed: KeyedRow;
  readonly simulator: OidcSimulator;
  readonly callback: string;
}

/** A person with a browser for each visit. */
function visitor(person: Person, { keyed, simulator, callback }: World): RedirectPerson {
  const { levels, numberOf = ({ nationalNumber }) => nationalNumber } = keyed;
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
  if (page.status !== 200)
    throw new Error(`${page.url}: ${page.status} ${page.location} ${page.text}`);
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
  const requests: string[] = [];
  const record = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const [path = ''] = (request.url ?? '').split('?');
    if (request.headers.host !== host || !path.startsWith(`${pathname}/`)) return;
    requests.push(`${request.method} ${path.slice(pathname.length)}`);
  };
  subscribe('http.server.request.start', record);
  return {
    requests: () => [...requests],
    stop: () => unsubscribe('http.server.request.start', record),
  };
}

function rsaKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    public: publicKey.export({ format: 'jwk' }),
    private: privateKey.export({ format: 'jwk' }),
  };
}
