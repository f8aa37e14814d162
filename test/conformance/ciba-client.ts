import { randomUUID } from 'node:crypto';
import { TOLVAN } from '@eid-broker/testing/phone';
import { type JWTPayload, SignJWT } from 'jose';
import type { Client, ConformanceBroker } from './conformance-broker.ts';
import type { Recorded } from './relying-party.ts';

export const CIBA = 'urn:openid:params:grant-type:ciba';
export const START = '/ciba/bc-authorize';

type Fields = Readonly<Record<string, string>>;

/** Deviations of a JWT from a correct one. An undefined claim is omitted. */
export interface Unusual {
  readonly alg?: 'PS256' | 'RS256' | 'ES256';
  readonly signer?: Client;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A client of CIBA with signed requests, assertions and polls. */
export interface CibaClient {
  readonly client: Client;
  /** A signed request like that of the suite. */
  request(unusual?: Unusual): Promise<Fields>;
  assertion(unusual?: Unusual): Promise<Fields>;
  /** Starts a request; by default with a correct request and a correct assertion. */
  start(fields?: Fields, assertion?: Fields): Promise<Recorded>;
  /** Starts a request that must succeed; returns its id. */
  startedId(claims?: Readonly<Record<string, unknown>>): Promise<string>;
  poll(id: string, assertion?: Fields): Promise<Recorded>;
}

/** The suite's client, with a signed request and a signed assertion. */
export function cibaClient(broker: ConformanceBroker, client: Client): CibaClient {
  const { issuer } = broker;
  // The library uses the machine's clock, the service its own: the times must be valid by both.
  const from = () => Math.floor(Date.now() / 1000);
  const until = (seconds: number) => Math.floor(broker.now().getTime() / 1000) + seconds;
  const own = (): JWTPayload => ({ aud: issuer, iss: client.clientId, jti: randomUUID() });

  const ciba: CibaClient = {
    client,
    async request(unusual = {}) {
      const hint = { login_hint: `sub:ssn:${TOLVAN}`, binding_message: '1234', scope: 'openid' };
      const times = { iat: from(), nbf: from(), exp: until(600) };
      return { request: await sign({ ...hint, ...own(), ...times }, unusual, client) };
    },
    async assertion(unusual = {}) {
      const claims = { ...own(), sub: client.clientId, exp: until(60) };
      return {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await sign(claims, unusual, client),
      };
    },
    async start(fields, assertion) {
      const request = fields ?? (await ciba.request());
      return post(issuer, START, { ...request, ...(assertion ?? (await ciba.assertion())) });
    },
    async startedId(claims = {}) {
      const { status, body } = await ciba.start(await ciba.request({ claims }));
      if (status !== 200) throw new Error(`not started: ${status} ${JSON.stringify(body)}`);
      return String(body.auth_req_id);
    },
    async poll(id, assertion) {
      const proof = assertion ?? (await ciba.assertion());
      return post(issuer, '/oauth2/token', { grant_type: CIBA, auth_req_id: id, ...proof });
    },
  };
  return ciba;
}

async function sign(claims: JWTPayload, unusual: Unusual, client: Client): Promise<string> {
  const { alg = 'PS256', signer = client, claims: changes = {} } = unusual;
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg, kid: alg === 'ES256' ? 'ec' : 'rsa' })
    .sign(signer.keys[alg]);
}

async function post(issuer: string, path: string, fields: Fields): Promise<Recorded> {
  const url = `${issuer}${path}`;
  const body = new URLSearchParams(fields);
  const { status, headers, ...response } = await fetch(url, { method: 'POST', body }).then(
    async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Recorded['body'],
    }),
  );
  return { url, status, headers, body: response.body };
}

/** Decides the pending order on the phone, as the suite's approval URL does. */
export async function decideOnPhone(
  broker: ConformanceBroker,
  action: 'allow' | 'deny',
): Promise<void> {
  const orders = await broker.phone.orders();
  if (orders.length !== 1) throw new Error(`${orders.length} orders wait`);
  const orderRef = String(orders[0]?.orderRef);
  await broker.phone.open({ orderRef }, TOLVAN);
  await broker.phone.decide(orderRef, 'confirm-call');
  await broker.phone.decide(orderRef, action === 'allow' ? 'approve' : 'cancel');
  broker.advance(5);
}
