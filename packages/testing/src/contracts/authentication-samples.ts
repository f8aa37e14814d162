import type { IdentifiedAuthentication } from 'eid-broker/domain/authentication';
import type { Intent } from 'eid-broker/domain/intent';
import type { Authentications, Outcome, Poller, PollTime } from 'eid-broker/ports/authentications';
import type { AuthenticationEvent } from '../memory/authentication-event.ts';
import { at, PERSON } from '../sample-authentication.ts';

export const IDENTIFIED: IdentifiedAuthentication['progress'] = {
  state: 'identified',
  at: at(5),
  identity: PERSON,
};
export const DECLINED: Outcome = {
  state: 'ended',
  at: at(5),
  why: 'declined',
  hintCode: 'userCancel',
};
export const NEWS = {
  stage: 'identification',
  hintCode: 'userSign',
  order: { reference: 'order-2', nested: { list: [1, 'two', null, true] } },
  collectAfter: at(4),
} as const;

export const SIGNATURE: Intent = {
  kind: 'signature',
  action: 'sign',
  text: { visible: 'SSBhZ3JlZQ==', format: 'markdown', nonVisible: 'eyJhIjoxfQ==' },
  person: '191212121212',
};
export const POLLER: Poller = {
  issuer: 'https://login.example.com',
  clientId: 'shop',
  channel: 'headless',
};

/** A poll at that second; its lease lasts for ten more. */
export function pollTime(seconds: number): PollTime {
  return { now: at(seconds), pace: 1, leaseUntil: at(seconds + 10) };
}

/** The attempts and their events, in no order. */
export interface ReadableAuthentications extends Authentications {
  readEvents(): Promise<readonly AuthenticationEvent[]>;
}

/** Acquires the lease of `attempt-1` for ten seconds. @throws another replica has it */
export async function acquireLease(authentications: Authentications) {
  const lease = await authentications.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) });
  if (lease === undefined) throw new Error('no lease was acquired');
  return lease;
}

/** The outcomes of all events, sorted. */
export async function outcomesIn(
  authentications: ReadableAuthentications,
): Promise<readonly string[]> {
  return (await authentications.readEvents()).map(({ outcome }) => outcome).toSorted();
}
