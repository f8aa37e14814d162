import { setTimeout as sleep } from 'node:timers/promises';

import { authorizeUrl } from '@eid-broker/testing/log-in';
import { send, type WireAnswer } from '@eid-broker/testing/wire';

import { counted, type FaultScenario, type Injection } from './fault.ts';
import { completeLogin, nextAddress } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const PER_SECOND = 300;
const SECONDS = 4;

export const stampede: FaultScenario = {
  id: 'F23',
  title: 'a sudden load of 300 new logins a second',
  expect:
    'each begins, or gets 429 or 503 with `Retry-After`, or `temporarily_unavailable` at the application; a login afterwards works',
  seconds: 9,
  async inject(injection) {
    const { environment, random, signal, note, incomplete } = injection;
    const answers: Promise<WireAnswer | undefined>[] = [];
    for (let tick = 0; tick < SECONDS * 10 && !signal.aborted; tick += 1) {
      for (let each = 0; each < PER_SECOND / 10; each += 1) answers.push(begin(injection));
      await sleep(100);
    }
    const response = await Promise.all(answers);
    note(counted(response.map(worded)));
    const wanted = PER_SECOND * SECONDS;
    if (response.length < wanted) incomplete(`sent ${response.length} of ${wanted} logins`);
    const rude = response.find((one) => one !== undefined && isRude(one));
    if (rude !== undefined) {
      throw new Error(`neither begun nor refused with Retry-After: ${rude.status} ${rude.text}`);
    }
    note(`ready after ${await untilHealthy(environment)} ms`);
    note(`a login took ${await completeLogin(environment, random)} ms`);
  },
};

/** A new login from another address. */
async function begin({ environment }: Injection): Promise<WireAnswer | undefined> {
  const url = authorizeUrl(environment.issuer, {
    client_id: 'web',
    redirect_uri: environment.clients.redirectUri,
    response_type: 'code',
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid',
  });
  const headers = { host: url.host, 'x-forwarded-for': nextAddress() };
  return send(environment.front.port, { path: `${url.pathname}${url.search}`, headers }).catch(
    () => undefined,
  );
}

/** A redirect to the application has the reason in its error. */
function worded(answer: WireAnswer | undefined): string {
  if (answer === undefined) return 'broken';
  const error = answer.location?.searchParams.get('error');
  return typeof error === 'string' ? `${answer.status} ${error}` : String(answer.status);
}

/** The proxy's own responses are about the machine, not the service. */
function isRude(answer: WireAnswer): boolean {
  const { status, headers } = answer;
  if (String(headers['x-replica']).endsWith(':proxy')) return false;
  if (status === 429 || status === 503) return headers['retry-after'] === undefined;
  return !['302', '303', '302 temporarily_unavailable', '303 temporarily_unavailable'].includes(
    worded(answer),
  );
}
