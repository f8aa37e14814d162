import type { JSONWebKeySet } from 'jose';

import { backchannelRequests } from '../drive/backchannel-requests.ts';
import { baselineLogins } from '../drive/baseline-logins.ts';
import { brokerLogins } from '../drive/broker-logins.ts';
import { expectAnswer } from '../drive/expect-answer.ts';
import { peopleNumbers } from '../drive/people.ts';
import { makeCheckIdToken } from '../drive/token-checks.ts';
import type { Wire } from '../drive/wire.ts';
import type { Environment } from '../environment/environment.ts';
import type { Subject } from '../measure/measure.ts';

/** The drivers of the service over one wire. */
export type ServiceDriver = Awaited<ReturnType<typeof serviceDriver>>;

/** Drives the service: logins in a browser, and backchannel requests. */
export async function serviceDriver(
  { eid, clientKey }: Environment,
  { wire }: Subject,
  people: number,
) {
  const checkIdToken = makeCheckIdToken(await keysOf(wire, '/.well-known/jwks'));
  const deps = {
    wire,
    phoneUrl: eid.phoneUrl,
    people: peopleNumbers(people),
    clientKey,
    checkIdToken,
  };
  return { logins: brokerLogins(deps), backchannel: backchannelRequests(deps) };
}

/** Drives the baseline. */
export async function baselineDriver({ wire }: Subject) {
  return baselineLogins(wire, makeCheckIdToken(await keysOf(wire, '/jwks')));
}

async function keysOf(wire: Wire, path: string): Promise<JSONWebKeySet> {
  const answer = expectAnswer(await wire.send({ path }), 200, 'the keys');
  return JSON.parse(answer.text) as JSONWebKeySet;
}
