import { type Phone, phoneOf } from '@eid-broker/testing/phone';

import { basicOf, type ClientKey, ISSUER } from '../environment/applications.ts';
import { addressOf } from './browser.ts';
import { expectAnswer } from './expect-answer.ts';
import { pause } from './in-parallel.ts';
import type { CheckIdToken } from './token-checks.ts';
import { form, type Wire, type WireAnswer } from './wire.ts';

/** The dependencies of requests without a browser. */
export interface BackchannelDeps {
  readonly wire: Wire;
  readonly phoneUrl: string;
  readonly people: readonly string[];
  readonly clientKey: ClientKey;
  readonly checkIdToken: CheckIdToken;
}

/** How an application proves itself. */
export type AuthMethod = 'basic' | 'private_key_jwt';

/** A pending headless request. */
export interface PendingRequest {
  readonly id: string;
  readonly authMethod: AuthMethod;
}

type Fields = Readonly<Record<string, string>>;

const CIBA = 'urn:openid:params:grant-type:ciba';
const HEADLESS = 'urn:grn:params:grant-type:headless';
const ACR = 'urn:grn:authn:se:bankid';
/** Each poll comes when the eID may be polled again, as with the usual interval of five seconds. */
const POLL_AFTER_MS = 2_050;

/** CIBA and headless logins, each with one pending poll and one that returns tokens. */
export function backchannelRequests(deps: BackchannelDeps) {
  const { wire, phoneUrl, people, clientKey, checkIdToken } = deps;
  const phone: Phone = phoneOf(phoneUrl);
  let calls = 0;
  return { callPhone, showCode, beginHeadless, poll };

  async function callPhone(): Promise<void> {
    calls += 1;
    const person = personOf(calls);
    const fields = {
      callInitiator: 'RP',
      login_hint: `sub:ssn:${person}`,
      binding_message: 'Bench',
    };
    const started = await start('/ciba/bc-authorize', { ...fields, acr_values: ACR }, 'basic');
    const id = String(started.auth_req_id);
    await pause(POLL_AFTER_MS);
    expectPending(await poll({ id, authMethod: 'basic' }, CIBA));
    const order = (await phone.orders()).find(({ personalNumber }) => personalNumber === person);
    if (order === undefined) throw new Error('the phone shows no order');
    await phone.open({ orderRef: order.orderRef }, person);
    await phone.decide(order.orderRef, 'confirm-call');
    await phone.decide(order.orderRef, 'approve');
    await pause(POLL_AFTER_MS);
    await expectTokens(await poll({ id, authMethod: 'basic' }, CIBA));
  }

  async function showCode(number: number): Promise<void> {
    const { id, qrData } = await begin(number, 'basic');
    await pause(POLL_AFTER_MS);
    const { acr_data: data } = expectPending(await poll({ id, authMethod: 'basic' }, HEADLESS));
    const { orderRef } = await phone.scan(data?.qrData ?? qrData, personOf(number));
    await phone.decide(orderRef, 'approve');
    await pause(POLL_AFTER_MS);
    await expectTokens(await poll({ id, authMethod: 'basic' }, HEADLESS));
  }

  async function beginHeadless(number: number, authMethod: AuthMethod): Promise<PendingRequest> {
    const { id } = await begin(number, authMethod);
    return { id, authMethod };
  }

  async function begin(number: number, authMethod: AuthMethod) {
    const fields = { acr_values: ACR, end_user_ip: addressOf(number) };
    const started = await start('/headless/authorize', fields, authMethod);
    const { qrData } = started.acr_data as { readonly qrData: string };
    return { id: String(started.headless_req_id), qrData };
  }

  async function start(path: string, fields: Fields, authMethod: AuthMethod) {
    const answer = await post(path, { scope: 'openid', ...fields }, authMethod);
    return JSON.parse(expectAnswer(answer, 200, path).text) as Readonly<Record<string, unknown>>;
  }

  /** Sends one poll. */
  async function poll({ id, authMethod }: PendingRequest, grant = HEADLESS) {
    const name = grant === CIBA ? 'auth_req_id' : 'headless_req_id';
    return post('/oauth2/token', { grant_type: grant, [name]: id }, authMethod);
  }

  async function post(path: string, fields: Fields, authMethod: AuthMethod) {
    const isBasic = authMethod === 'basic';
    const proven = isBasic ? fields : { ...fields, ...(await clientKey.assertion()) };
    const posted = form(proven);
    const headers = { ...posted.headers, ...(isBasic ? basicOf('backend') : {}) };
    return wire.send({ ...posted, path, headers });
  }

  async function expectTokens(answer: WireAnswer): Promise<void> {
    const { id_token } = JSON.parse(expectAnswer(answer, 200, 'the last poll').text);
    await checkIdToken(id_token, { issuer: ISSUER, clientId: 'backend' });
  }

  function personOf(number: number): string {
    return people[number % people.length] ?? '';
  }
}

interface Pending {
  readonly error?: string;
  readonly acr_data?: { readonly qrData?: string };
}

/** Checks the response to a poll of a pending request. @throws on any other response */
export function expectPending({ status, text }: Pick<WireAnswer, 'status' | 'text'>): Pending {
  const body = JSON.parse(text) as Pending;
  if (status === 400 && body.error === 'authorization_pending') return body;
  throw new Error(`a pending poll: ${status} ${text}`);
}
