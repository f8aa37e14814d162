import { setTimeout as sleep } from 'node:timers/promises';

import { authorizeUrl } from '../../support/log-in.ts';
import { send, type WireAnswer } from '../../support/wire.ts';
import { counted } from './counted.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { nextAddress } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const PER_SECOND = 300;
const SECONDS = 4;

export const stampede: FaultScenario = {
  id: 'F23',
  title: 'from nothing to 300 new logins a second, as at nine in the morning',
  expect:
    'what is too much is shed with 429 or 503 and `Retry-After`; no collapse: after it all is as before',
  seconds: 10,
  async inject(injection) {
    const { world, signal, note } = injection;
    const answers: Promise<WireAnswer | undefined>[] = [];
    for (let tick = 0; tick < SECONDS * 10 && !signal.aborted; tick += 1) {
      for (let each = 0; each < PER_SECOND / 10; each += 1) answers.push(begin(injection));
      await sleep(100);
    }
    const told = await Promise.all(answers);
    note(counted(told.map((one) => one?.status ?? 'broken')));
    const rude = told.find((one) => one !== undefined && isRude(one));
    if (rude !== undefined)
      throw new Error(`shed without Retry-After: ${rude.status} ${rude.text}`);
    note(`ready after ${await untilHealthy(world)} ms`);
  },
};

/** A new login from an address of its own. */
async function begin({ world }: Injection): Promise<WireAnswer | undefined> {
  const url = authorizeUrl(world.issuer, {
    client_id: 'web',
    redirect_uri: world.clients.redirectUri,
    response_type: 'code',
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid',
  });
  const headers = { host: url.host, 'x-forwarded-for': nextAddress() };
  return send(world.front.port, { path: `${url.pathname}${url.search}`, headers }).catch(
    () => undefined,
  );
}

/** The proxy's own answers tell of the machine, not of the service. */
function isRude({ status, headers }: WireAnswer): boolean {
  const isProxys = String(headers['x-replica']).endsWith(':proxy');
  return status >= 500 && !isProxys && headers['retry-after'] === undefined;
}
