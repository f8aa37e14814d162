import {
  authorizeUrl,
  type LogInOptions,
  logIn,
  newUserAgent,
  QR_ACR,
  type UserAgent,
} from '@eid-broker/testing/log-in';
import { basic, claimsIn, codeFields, postToken } from '@eid-broker/testing/token-endpoint';
import type { WireAnswer } from '@eid-broker/testing/wire';
import { type Broker, type BrokerOptions, startBroker } from './broker.ts';

/** The parameters of a request; undefined ones are omitted. */
export type Params = Readonly<Record<string, string | undefined>>;

/** The applications of test/fixtures/single-sign-on.yaml. */
export const SHOP: Params = request('shop', 'https://shop.example/cb');
export const FORUM: Params = request('forum', 'https://forum.example/cb');
export const EVIDENCE: Params = request('evidence', 'https://evidence.example/cb');

export const SAME_DEVICE = 'urn:grn:authn:se:bankid:same-device';
export const ANY_DEVICE = 'urn:grn:authn:se:bankid';

/** The fixture's issuers besides the broker's own. */
export interface SsoBroker extends Broker {
  readonly offIssuer: string;
  /** The issuer with single sign-on for logins on the same device only. */
  readonly hereIssuer: string;
}

/** Starts the service with single sign-on. */
export async function startSsoBroker(options: BrokerOptions = {}): Promise<SsoBroker> {
  const broker = await startBroker('test/fixtures/single-sign-on.yaml', {
    ...options,
    variables: (port) => ({ OFF_ISSUER: offIssuerAt(port), HERE_ISSUER: hereIssuerAt(port) }),
  });
  return { ...broker, offIssuer: offIssuerAt(broker.port), hereIssuer: hereIssuerAt(broker.port) };
}

/** A browser with a login of the person at the shop, and the callback URL of that login. */
export async function loggedIn(
  broker: Broker,
  params: Params = {},
  options: LogInOptions = {},
): Promise<{ readonly userAgent: UserAgent; readonly callback: URL }> {
  const { userAgent = newUserAgent(broker.port) } = options;
  const callback = await logIn(broker, { ...SHOP, ...params }, { ...options, userAgent });
  return { userAgent, callback };
}

/** Sends an authorization request with the browser; by default that of the shop. */
export function authorize(
  { issuer }: Pick<Broker, 'issuer'>,
  userAgent: UserAgent,
  params: Params = {},
): Promise<WireAnswer> {
  return userAgent.get(authorizeUrl(issuer, { ...SHOP, ...params }));
}

/** The outcome of a request, in one word. */
export function outcomeOf({ status, location }: WireAnswer): string {
  if (location === undefined) return String(status);
  if (location.pathname.startsWith('/login/')) return 'login';
  return (
    location.searchParams.get('error') ?? (location.searchParams.has('code') ? 'code' : 'other')
  );
}

/** The claims of the ID token for the code in a callback URL. */
export async function claimsAt(
  broker: Pick<Broker, 'issuer' | 'port'>,
  callback: URL | undefined,
  { client_id = '', redirect_uri }: Params = SHOP,
): Promise<Record<string, unknown>> {
  const idToken = await idTokenAt(broker, callback, { client_id, redirect_uri });
  return claimsIn(idToken);
}

/** The ID token for the code in a callback URL. */
export async function idTokenAt(
  broker: Pick<Broker, 'issuer' | 'port'>,
  callback: URL | undefined,
  { client_id = '', redirect_uri }: Params = SHOP,
): Promise<string> {
  const code = callback?.searchParams.get('code') ?? '';
  const { body } = await postToken(
    broker,
    codeFields(code, redirect_uri),
    basic(client_id, 'demo-web-secret'),
  );
  return String(body.id_token);
}

/** The outcomes of the events in the order of writing. */
export async function outcomes(broker: Broker): Promise<unknown[]> {
  const rows = await broker.sql('select outcome from authentication_event order by sequence');
  return rows.map(({ outcome }) => outcome);
}

function request(clientId: string, redirectUri: string): Params {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid',
    acr_values: QR_ACR,
    state: 'a-state',
  };
}

function hereIssuerAt(port: number): string {
  return `http://here.localhost:${port}`;
}

function offIssuerAt(port: number): string {
  return `http://off.localhost:${port}`;
}
