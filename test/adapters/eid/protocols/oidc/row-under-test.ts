import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Fault } from '@eid-broker/eid-simulators/oidc/faults';
import type { OidcProfile } from '@eid-broker/eid-simulators/oidc/profile';
import { type OidcSimulator, startOidcSimulator } from '@eid-broker/eid-simulators/oidc/simulator';
import { type Country, type Person, personsOf } from '@eid-broker/eid-simulators/world/persons';
import { newBrowser } from '@eid-broker/testing/browser';
import type { RedirectEidUnderTest } from '@eid-broker/testing/contracts/redirect-eid';
import { rsaKeys } from '@eid-broker/testing/rsa-keys';
import type { JWK } from 'jose';

import { oidcModule } from '../../../../../src/adapters/eid/protocols/oidc/oidc-module.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import { offerOf } from '../../../../../src/adapters/eid/protocols/oidc/row-parts.ts';
import type { Acr } from '../../../../../src/domain/acr.ts';
import type { RedirectAnswer, RedirectEid, RedirectRequest } from '../../../../../src/ports/eid.ts';
import { CLIENT_ID, type ClientKeys, clientKeys, keyedClient, statementOf } from './client-keys.ts';
import { recordRequests } from './recorded-requests.ts';
import { visitor } from './visitor.ts';

/** An adapter of a row, its simulated provider at the other end, and persons with browsers. */
export interface RowUnderTest extends RedirectEidUnderTest {
  readonly simulator: OidcSimulator;
  readonly issuer: string;
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

/** The same, with the keys of our client. */
export interface KeyedRowUnderTest extends RowUnderTest {
  readonly keys: ClientKeys;
}

/** A row, and its profile in the simulator. */
export interface TestedRow {
  readonly row: OidcRow;
  readonly profile: string;
  readonly country: Country;
  /** Instead of all profiles of the simulator. */
  readonly profiles?: readonly OidcProfile[];
  /** The profile's word for the level of each acr value; absent: that of the request. */
  readonly levels?: Readonly<Record<string, string>>;
  /** Our client at the provider. */
  readonly clientId?: string;
  /** Further settings, such as the broker. */
  readonly settings?: object;
  /** We authenticate with this key instead of the secret: a private JWK. */
  readonly key?: JWK;
  /** The same with a key that decrypts, too. */
  readonly keys?: ClientKeys;
  /** The number of a person as the eID releases it; undefined: it releases none. */
  readonly numberOf?: (person: Person) => string | undefined;
}

const SECRET = 'the-secret-of-our-client';

/** Starts a simulator of its own on a free port, its clock at a fixed moment until it is advanced. */
export async function startRowUnderTest(tested: TestedRow): Promise<RowUnderTest> {
  const { row: usual, profile, profiles, country, clientId = CLIENT_ID } = tested;
  const start = new Date();
  const options = {
    rsaKeys: rsaKeys(),
    port: 0,
    clock: () => start,
    ...(profiles && { profiles }),
  };
  const simulator = await startOidcSimulator(options);
  const clock = simulator.clock.now;
  const callback = `https://login.example/callback/${usual.offer.name}`;
  const issuer = simulator.issuers[profile] ?? '';
  const recorder = recordRequests(new URL(issuer));
  const credentials = credentialsOf(tested, callback);
  await simulator.addClient(profile, {
    ...credentials.registered,
    client_id: clientId,
    client_name: 'Our service',
    redirect_uris: [callback],
  });
  const world = { tested, simulator, callback };
  const [person, otherPerson] = personsOf(country).map((one) => visitor(one, world));
  if (person === undefined || otherPerson === undefined) throw new Error(`nobody in ${country}`);
  const ours = {
    clientId,
    ...credentials.settings,
    issuer,
    ...(usual.isPinned && { entityStatement: await statementOf(issuer) }),
    ...tested.settings,
  };

  function open(settings: object = {}, row = usual): RedirectEid {
    const newId = () => randomBytes(32).toString('base64url');
    const runtime = { clock, newId, environment: 'test' } as const;
    return oidcModule(row).open({ ...ours, ...settings }, runtime).redirect;
  }

  return {
    offer: offerOf(usual),
    eid: open(),
    unreachable: open(await closedProvider(tested)),
    clock,
    callback,
    numberScope: usual.nationalId?.scope === 'openid' ? undefined : usual.nationalId?.scope,
    person,
    otherPerson,
    visits: () => recorder.requests().filter((one) => /auth(?:oriz(?:e|ation))?$/.test(one)).length,
    async close() {
      recorder.stop();
      await simulator.close();
    },
    simulator,
    issuer,
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

/** The same with keys of our client in place of its secret. */
export async function startKeyedRow(tested: TestedRow): Promise<KeyedRowUnderTest> {
  const keys = clientKeys();
  return { ...(await startRowUnderTest({ ...tested, keys })), keys };
}

/** The credentials of our client: in the settings, and at the provider. */
function credentialsOf({ row, key, keys }: TestedRow, callback: string) {
  if (keys !== undefined) {
    const { privateKey, decryptionKeys } = keys;
    return { settings: { privateKey, decryptionKeys }, registered: keyedClient(callback, keys) };
  }
  if (key !== undefined) {
    const registered = keyedClient(callback, { jwks: { keys: [publicOf(key)] } });
    return { settings: { privateKey: JSON.stringify(key) }, registered };
  }
  const { clientAuthentication } = row;
  return {
    settings: { clientSecret: SECRET },
    registered: { client_secret: SECRET, token_endpoint_auth_method: clientAuthentication },
  };
}

/** The settings of a provider without a server; a pinned one was there before. */
async function closedProvider({ row, profile }: TestedRow): Promise<object> {
  if (!row.isPinned) return { issuer: `http://127.0.0.1:1/${profile}` };
  const gone = await startOidcSimulator({ rsaKeys: rsaKeys(), port: 0 });
  const issuer = gone.issuers[profile] ?? '';
  const entityStatement = await statementOf(issuer);
  await gone.close();
  return { issuer, entityStatement };
}

interface LoginOffer {
  readonly variants: readonly { readonly acr: Acr }[];
  readonly scopes: readonly string[];
}

/** A request for the first acr value of a row, with all its scopes. */
export function loginRequest(
  { offer }: { readonly offer: LoginOffer },
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
