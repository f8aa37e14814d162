import type { WireAnswer } from '@eid-broker/testing/wire';

import { type Stage, singleUse } from '../history/event.ts';
import { actInApp } from './act-in-app.ts';
import { pollAsAnother, replayAssertion } from './attacks.ts';
import { credentialsOf } from './credentials.ts';
import { BACKCHANNEL_ACR, type Login } from './login.ts';
import { loginText } from './phone-network.ts';
import { postForm } from './post-form.ts';
import { type AnswerReading, errorIn, membersOf } from './read-answer.ts';
import { isUnavailable } from './retry-until-answered.ts';

/** The response to the start. */
interface Started {
  readonly id: string;
  readonly intervalMs: number;
  readonly qrData: string | undefined;
}

const DEFAULT_INTERVAL_MS = 5_000;
const PUSH_DEADLINE_MS = 15_000;
const FAST_POLLS = 4;

/** An application without a browser, by CIBA or headless, that polls at the given interval. */
export async function backchannelLogin(login: Login): Promise<void> {
  const { plan, phones } = login;
  const started = await start(login);
  if (started === undefined) return;
  login.canaries.add(started.id);
  const { qrData } = started;
  void actInApp(login, async () => {
    if (qrData !== undefined) return phones.phone.scan(qrData, plan.person);
    const order = await phones.orderFor(plan.person, PUSH_DEADLINE_MS);
    if (order === undefined) throw new Error('no order appeared');
    return phones.phone.open({ orderRef: order.orderRef }, plan.person);
  });
  await poll(login, started);
}

/** Sent once: a second start would call the phone again and end the first. */
async function start(login: Login): Promise<Started | undefined> {
  const { plan } = login;
  const isPhone = plan.kind === 'ciba';
  const text = loginText(plan.login);
  const hint = `message:${Buffer.from(text).toString('base64')}`;
  const named = `sub:ssn:${plan.person}`;
  const credentials = await credentialsOf(login, plan.clientId);
  const posted = {
    operation: 'start',
    path: isPhone ? '/ciba/bc-authorize' : '/headless/authorize',
    credentials,
    fields: {
      scope: 'openid',
      acr_values: BACKCHANNEL_ACR,
      ...(isPhone
        ? { login_hint: named, binding_message: text, callInitiator: 'RP' }
        : { login_hint: plan.names ? `${hint} ${named}` : hint, end_user_ip: '192.0.2.7' }),
    },
  };
  const answer = await postForm(login, posted);
  if (plan.attack === 'replay-assertion') await replayAssertion(login, posted);
  if (answer?.status !== 200) {
    const { error = 'no-answer', description } = answer === undefined ? {} : errorIn(answer);
    login.gotError(error, description);
    return undefined;
  }
  const { auth_req_id, headless_req_id, interval, acr_data } = membersOf(answer);
  return {
    id: String(auth_req_id ?? headless_req_id),
    intervalMs: typeof interval === 'number' ? interval * 1000 : DEFAULT_INTERVAL_MS,
    qrData: qrDataIn(acr_data),
  };
}

function qrDataIn(acrData: unknown): string | undefined {
  if (typeof acrData !== 'object' || acrData === null || !('qrData' in acrData)) return undefined;
  return String(acrData.qrData);
}

/** Polls at the interval until the end; a poll without a response is repeated after the next interval. */
async function poll(login: Login, { id, intervalMs }: Started): Promise<void> {
  const { plan, pause, did, gotError, gotToken } = login;
  for (let polls = 1; login.isInTime(); polls += 1) {
    await pause(intervalMs);
    if (plan.wants === 'cancel' && polls === 2) {
      did('cancelling');
      const cancelled = await cancel(login, id);
      if (cancelled?.status === 200) did('cancelled');
    }
    if (plan.attack === 'poll-as-another') await pollAsAnother(login, id);
    if (plan.attack === 'poll-fast') await pollFast(login, id);
    const answer = await sendPoll(login, id);
    if (answer === undefined || isUnavailable(answer)) continue;
    const { error, description } = errorIn(answer);
    if (error === 'authorization_pending' || error === 'slow_down') {
      if (plan.wants === 'leave' && polls > 3) return;
      continue;
    }
    const { id_token: idToken, access_token: accessToken } = membersOf(answer);
    if (typeof accessToken === 'string') login.canaries.add(accessToken);
    if (typeof idToken === 'string') await gotToken(idToken);
    else gotError(error ?? 'no-answer', description);
    if (plan.attack === 'poll-on') await sendPoll(login, id);
    return;
  }
  gotError('no-answer');
}

/** A client that polls too fast may get `slow_down`, and gets no result twice. */
async function pollFast(login: Login, id: string): Promise<void> {
  if (login.plan.wants === 'approve') return;
  await Promise.all(Array.from({ length: FAST_POLLS }, () => sendPoll(login, id)));
  await login.pause(1_000);
}

function sendPoll(login: Login, id: string): Promise<WireAnswer | undefined> {
  const isPhone = login.plan.kind === 'ciba';
  return postForm(login, {
    operation: 'poll',
    path: '/oauth2/token',
    fields: isPhone
      ? { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: id }
      : { grant_type: 'urn:grn:params:grant-type:headless', headless_req_id: id },
    read: (answer) => readPoll(answer, id),
  });
}

function cancel(login: Login, id: string): Promise<WireAnswer | undefined> {
  const isPhone = login.plan.kind === 'ciba';
  return postForm(login, {
    operation: 'cancel',
    path: isPhone ? '/ciba/cancel' : '/headless/cancel',
    fields: isPhone ? { auth_req_id: id } : { headless_req_id: id },
  });
}

const STAGES: Readonly<Record<string, Stage>> = {
  'awaiting first user interaction': 'first-interaction',
  'awaiting user request acknowledgement': 'acknowledgement',
  'awaiting user identification': 'identification',
};

/** The stage of the request; an end is reported once, like the tokens. */
function readPoll(answer: WireAnswer, id: string): Partial<AnswerReading> {
  if (isUnavailable(answer)) return {};
  if (answer.status === 200) return { stage: 'done', spent: [singleUse('request', id)] };
  const { error, description = '' } = errorIn(answer);
  if (error === 'slow_down' || error === 'invalid_client') return {};
  if (error === 'invalid_grant') return { stage: 'reported' };
  const stage = STAGES[description];
  return stage === undefined ? { stage: 'ended', spent: [singleUse('request', id)] } : { stage };
}
