import { at, PERSON, START } from '@eid-broker/testing/sample-authentication';
import { describe, expect, test } from '@jest/globals';

import { offer } from '../../../src/adapters/eid/se-bankid/offer.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import { type Intent, PLAIN_LOGIN } from '../../../src/domain/intent.ts';
import {
  mayAnswer,
  type SessionRequest,
} from '../../../src/flows/single-sign-on/resume-session.ts';

const acrOf = (text: string) => text as Acr;
const SAME_DEVICE = acrOf('urn:grn:authn:se:bankid:same-device');
const LOGIN = {
  authenticationId: 'attempt-1',
  acr: SAME_DEVICE,
  scope: ['openid'],
  device: 'same',
  at: START,
  identity: PERSON,
} as const;
const REQUEST: SessionRequest = {
  acr: SAME_DEVICE,
  offer,
  intent: PLAIN_LOGIN,
  scope: ['openid', 'ssn'],
  maxAge: undefined,
};

/** Whether the session answers the request, this many seconds after the login. */
function answers(request: Partial<SessionRequest>, seconds = 10): boolean {
  return mayAnswer(LOGIN, { ...REQUEST, ...request }, { now: at(seconds), lasts: 60 });
}

test('a session answers a request that its login could answer', () => {
  expect(answers({})).toBe(true);
});

test.each([
  ['urn:grn:authn:se:bankid:same-device', true],
  ['urn:grn:authn:se:bankid', true],
  ['urn:grn:authn:se:bankid:same-device:more', false],
  ['urn:grn:authn:se:bankid:same', false],
  ['urn:grn:authn:se:bankid:another-device', false],
  ['urn:grn:authn:se:bank', false],
  ['urn:grn:authn:se:other-eid', false],
  ['urn:grn:authn:no:bankid', false],
])('a login with the service on the same device answers for %s: %s', (acr, expected) => {
  expect(answers({ acr: acrOf(acr) })).toBe(expected);
});

test.each([
  [0, true],
  [59, true],
  [60, false],
  [61, false],
])('a session of 60 seconds is %d seconds old, and answers: %s', (seconds, expected) => {
  expect(answers({}, seconds)).toBe(expected);
});

test.each([
  [10, 9, true],
  [10, 10, true],
  [10, 11, false],
  [100, 61, false],
])('with max_age %d after %d seconds a session answers: %s', (maxAge, seconds, expected) => {
  expect(answers({ maxAge }, seconds)).toBe(expected);
});

test('a session never answers for an eID whose claims describe one use', () => {
  expect(answers({ offer: { ...offer, neverResumed: true } })).toBe(false);
});

test('a session never yields evidence', () => {
  expect(answers({ scope: ['openid', 'evidence'] })).toBe(false);
});

describe('a session does not answer a request that needs an action of the person', () => {
  const text = { visible: 'SGk=', format: 'plaintext', nonVisible: undefined } as const;
  test.each<[string, Partial<Intent>]>([
    ['a signature', { kind: 'signature', action: 'sign', text }],
    ['a text', { text }],
    ['hidden data', { text: { ...text, visible: undefined, nonVisible: 'SGk=' } }],
    ['an approval', { action: 'approve' }],
    ['a confirmation', { action: 'confirm' }],
    ['an acceptance', { action: 'accept' }],
    ['another person', { person: '199006022397' }],
    ['a directive of the eID', { directives: { uuid: 'some' } }],
  ])('such as %s', (_what, intent) => {
    expect(answers({ intent: { ...PLAIN_LOGIN, ...intent } })).toBe(false);
  });

  test('but a request may name the person of the session', () => {
    expect(answers({ intent: { ...PLAIN_LOGIN, person: PERSON.nationalId } })).toBe(true);
  });
});

test.each([
  ['no:bankid:substantial', 'no:bankid'],
  ['dk:mitid:low', 'dk:mitid'],
  ['dk:mitid:low', 'dk:mitid:substantial'],
])('a login with %s does not answer for %s, which is a higher level', (used, requested) => {
  const [acr, demanded] = [used, requested].map((name) => acrOf(`urn:grn:authn:${name}`));
  const login = { ...LOGIN, acr: acr ?? LOGIN.acr };
  const request = { ...REQUEST, acr: demanded ?? REQUEST.acr };
  expect(mayAnswer(login, request, { now: at(10), lasts: 60 })).toBe(false);
});
