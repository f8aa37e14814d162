import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOLVAN } from '@eid-broker/testing/phone';
import { basic, type JsonAnswer, jsonOf } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';
import { SignJWT } from 'jose';
import {
  applyFile,
  type Broker,
  type BrokerOptions,
  demoVariables,
  startBroker,
} from './broker.ts';
import { type ClientKeys, makeClientKeys, SECRETS } from './security-broker.ts';

/** Fields of a form, by name. */
export type Fields = Readonly<Record<string, string>>;

/** The service with the applications of test/fixtures/backchannel.yaml. */
export interface BackchannelBroker extends Broker {
  readonly keys: ClientKeys;
}

/** The same, with a way to change the configuration. */
export interface OperatedBroker extends BackchannelBroker {
  readonly secondIssuer: string;
  /** Applies an edited configuration, and advances the clock until the service has read it. */
  change(edit: (configuration: string) => string): Promise<void>;
}

/** Starts the service. */
export async function startBackchannelBroker(options: BrokerOptions = {}): Promise<OperatedBroker> {
  const keys = await makeClientKeys();
  const variables = (port: number) => ({
    WEB_SECRET: SECRETS.web,
    CLIENT_JWKS: keys.jwks,
    SECOND_ISSUER: secondIssuerAt(port),
    // No server listens there unless a test starts one.
    CLIENT_KEYS_URL: 'http://localhost:1/jwks',
    ...options.variables?.(port),
  });
  const broker = await startBroker(CONFIGURATION, { ...options, variables });
  const all = { ...demoVariables(broker), ...variables(broker.port) };
  const change = (edit: (configuration: string) => string) => applyEdited(broker, edit, all);
  return { ...broker, keys, secondIssuer: secondIssuerAt(broker.port), change };
}

const CONFIGURATION = 'test/fixtures/backchannel.yaml';

function secondIssuerAt(port: number): string {
  return `http://second.localhost:${port}`;
}

async function applyEdited(
  { databaseUrl, advance }: Broker,
  edit: (configuration: string) => string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  const file = join(folder, 'configuration.yaml');
  writeFileSync(file, edit(readFileSync(CONFIGURATION, 'utf8')));
  await applyFile(file, { databaseUrl, variables });
  rmSync(folder, { recursive: true });
  advance(2);
}

export const CIBA = 'urn:openid:params:grant-type:ciba';
export const HEADLESS = 'urn:grn:params:grant-type:headless';
export const HEADLESS_ALIAS = 'urn:urn:params:grant-type:headless';

/** The specification's CIBA request, without the client's credentials. */
export const PHONE_REQUEST = {
  scope: 'openid',
  callInitiator: 'RP',
  login_hint: `sub:ssn:${TOLVAN}`,
  acr_values: 'urn:grn:authn:se:bankid',
  binding_message: 'Hello from the call centre',
};

/** The specification's headless request, without the client's credentials. */
export const HEADLESS_REQUEST = {
  scope: 'openid',
  acr_values: 'urn:grn:authn:se:bankid',
  end_user_ip: '192.0.2.7',
};

/** The Basic header of a client with the fixture's common secret. */
export function as(clientId = 'backend'): { readonly authorization: string } {
  return basic(clientId, SECRETS.web);
}

/** Posts a form as a client; by default as `backend` with its secret. */
export async function post(
  { issuer, port }: Pick<Broker, 'issuer' | 'port'>,
  path: string,
  fields: Fields | readonly [string, string][],
  headers: Fields = as(),
): Promise<JsonAnswer> {
  const posted = form(fields);
  const all = { host: new URL(issuer).host, ...posted.headers, ...headers };
  return jsonOf(await send(port, { ...posted, path, headers: all }));
}

/** The fields of a client assertion as the specification sends it. */
export async function assertion(
  { issuer, keys, now }: BackchannelBroker,
  clientId = 'backend',
): Promise<Fields> {
  const jwt = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(now())
    .setExpirationTime(new Date(now().getTime() + 60_000))
    .sign(keys.ec);
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: jwt,
  };
}

/** Starts a phone authentication and returns its `auth_req_id`. */
export async function startPhone(
  broker: BackchannelBroker,
  fields: Fields = {},
  clientId = 'backend',
): Promise<string> {
  const request = { ...PHONE_REQUEST, ...fields };
  const { status, body } = await post(broker, '/ciba/bc-authorize', request, as(clientId));
  if (status !== 200) throw new Error(`bc-authorize: ${status} ${JSON.stringify(body)}`);
  return String(body.auth_req_id);
}

/** A headless request that was started. */
export interface Headless {
  readonly id: string;
  readonly qrData: string;
  readonly autoStartToken: string;
}

/** Starts a headless request. */
export async function startHeadless(
  broker: BackchannelBroker,
  fields: Fields = {},
  clientId = 'backend',
): Promise<Headless> {
  const request = { ...HEADLESS_REQUEST, ...fields };
  const { status, body } = await post(broker, '/headless/authorize', request, as(clientId));
  if (status !== 200) throw new Error(`headless/authorize: ${status} ${JSON.stringify(body)}`);
  const data = body.acr_data as Fields;
  return {
    id: String(body.headless_req_id),
    qrData: String(data.qrData),
    autoStartToken: String(data.autoStartToken),
  };
}

/** Polls a phone authentication. */
export function pollPhone(broker: BackchannelBroker, id: string, clientId = 'backend') {
  const fields = { grant_type: CIBA, auth_req_id: id };
  return post(broker, '/oauth2/token', fields, as(clientId));
}

/** Polls a headless request. */
export function pollHeadless(
  broker: BackchannelBroker,
  id: string,
  { grant = HEADLESS, clientId = 'backend' } = {},
) {
  const fields = { grant_type: grant, headless_req_id: id };
  return post(broker, '/oauth2/token', fields, as(clientId));
}

/** The only pending order on a phone. */
export async function onlyOrder({ phone }: Pick<Broker, 'phone'>): Promise<string> {
  const orders = await phone.orders();
  if (orders.length !== 1) throw new Error(`${orders.length} orders wait`);
  return String(orders[0]?.orderRef);
}
