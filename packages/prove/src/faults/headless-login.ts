import { setTimeout as sleep } from 'node:timers/promises';

import { withCheckDigit } from '@eid-broker/testing/check-digit';
import { phoneOf } from '@eid-broker/testing/phone';
import { basic, jsonOf } from '@eid-broker/testing/token-endpoint';
import { form, send } from '@eid-broker/testing/wire';

import type { Environment } from '../environment/environment.ts';
import { startError } from './repeat-while-busy.ts';

/** A login of a fault itself, to check each response. */
export interface HeadlessLogin {
  readonly id: string;
  readonly person: string;
  /** The person opens the app; returns the order. */
  open(): Promise<string>;
  approve(orderRef: string): Promise<void>;
  poll(credentials?: Fields): Promise<ClientResponse>;
  cancel(): Promise<ClientResponse>;
}

/** A response to a client. */
export interface ClientResponse {
  readonly status: number;
  readonly error: string | undefined;
  readonly retryAfter: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, string>>;

const HEADLESS = 'urn:grn:params:grant-type:headless';
const REQUEST = {
  scope: 'openid ssn',
  acr_values: 'urn:grn:authn:se:bankid',
  end_user_ip: '192.0.2.7',
};

/** The issuer, unless the first one; parameters beside those of every request. */
interface StartOptions {
  readonly issuer?: string;
  readonly parameters?: Fields;
}

/** Starts one as the application `backend`, through the front proxy. @throws ServiceBusy while it must wait */
export async function startHeadlessLogin(
  environment: Environment,
  person: string,
  { issuer = environment.issuer, parameters = {} }: StartOptions = {},
): Promise<HeadlessLogin> {
  const request = { ...REQUEST, ...parameters };
  const started = await postAs(environment, '/headless/authorize', request, issuer);
  const { headless_req_id: id, acr_data: data } = started.body;
  if (typeof id !== 'string') {
    throw startError(`not started: ${started.status} ${started.error}`, started);
  }
  const { autoStartToken } = data as { autoStartToken: string };
  const phone = phoneOf(environment.phoneUrl);
  return {
    id,
    person,
    open: async () => (await phone.open({ autoStartToken }, person)).orderRef,
    async approve(orderRef) {
      await phone.decide(orderRef, 'approve');
    },
    poll: (credentials) =>
      postAs(
        environment,
        '/oauth2/token',
        { grant_type: HEADLESS, headless_req_id: id, ...credentials },
        issuer,
      ),
    cancel: () => postAs(environment, '/headless/cancel', { headless_req_id: id }, issuer),
  };
}

/** Posts a form through the front proxy, with the secret of `backend` unless the form has credentials. */
export async function postAs(
  environment: Environment,
  path: string,
  fields: Fields,
  issuer = environment.issuer,
): Promise<ClientResponse> {
  const posted = form(fields);
  const secret = 'client_assertion' in fields ? {} : basic('backend', environment.clients.secret);
  const headers = {
    host: new URL(issuer).host,
    'x-forwarded-for': nextAddress(),
    ...posted.headers,
    ...secret,
  };
  const answer = await send(environment.front.port, { ...posted, path, headers });
  const { 'retry-after': retryAfter } = answer.headers;
  if (!String(answer.headers['content-type']).includes('json')) {
    return { status: answer.status, error: answer.text.slice(0, 80), retryAfter, body: {} };
  }
  const { status, body } = jsonOf(answer);
  return {
    status,
    error: typeof body.error === 'string' ? body.error : undefined,
    retryAfter,
    body,
  };
}

/** Each request has another address, so that no limit of an address applies. */
let addresses = 0;

/** The next address of the block for benchmarks (RFC 2544). */
export function nextAddress(): string {
  addresses = (addresses + 1) % 65_536;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** A personal number that no other person of the run has: the others are born later. */
export function reservedPerson(random: () => number): string {
  const day = `19${String(Math.floor(random() * 9)).padStart(2, '0')}01${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  const number = String(Math.floor(random() * 1000)).padStart(3, '0');
  return withCheckDigit(`${day}${number}`);
}

/** The service polls the eID every two seconds; the rest is tolerance for a busy machine. */
const MAX_MS = 20_000;
const POLL_EVERY_MS = 1_200;

/** One complete login at the first tenant. Returns its duration, and throws when it yields no token. */
export async function completeLogin(
  environment: Environment,
  random: () => number,
): Promise<number> {
  const since = performance.now();
  const took = () => Math.round(performance.now() - since);
  const login = await startHeadlessLogin(environment, reservedPerson(random));
  await login.approve(await login.open());
  for (;;) {
    await sleep(POLL_EVERY_MS);
    const { status, error, body } = await login.poll();
    if (body.id_token !== undefined) return took();
    const isPending = status >= 500 || error === 'authorization_pending';
    if (!isPending || took() > MAX_MS) throw new Error(`approved, and got ${status} ${error}`);
  }
}

/** A response with its times: it was decided between the two. */
export interface TimedResponse extends ClientResponse {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Sends a request and records the times. */
export async function timed(send: () => Promise<ClientResponse>): Promise<TimedResponse> {
  const sentAt = performance.now();
  const response = await send();
  return { ...response, sentAt, receivedAt: performance.now() };
}

/** Whether it was the result. */
export function hasToken({ body }: ClientResponse): boolean {
  return body.id_token !== undefined;
}
