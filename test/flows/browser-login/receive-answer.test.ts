import { memoryAuthentications } from '@eid-broker/testing/memory/authentications';
import { at, newSupportCode, PERSON } from '@eid-broker/testing/sample-authentication';
import {
  sampleConfigurationWith,
  sampleOffer,
  sampleVariant,
} from '@eid-broker/testing/sample-offers';
import { beforeEach, describe, expect, test } from '@jest/globals';

import { systemVault } from '../../../src/adapters/system/vault.ts';
import { Failure } from '../../../src/domain/failure.ts';
import { type CallbackState, parseState } from '../../../src/flows/browser-login/callback-state.ts';
import { makeDepartToEid } from '../../../src/flows/browser-login/depart-to-eid.ts';
import { makeReceiveAnswer } from '../../../src/flows/browser-login/receive-answer.ts';
import { makeAbandonOrder } from '../../../src/flows/order/abandon-order.ts';
import { makeAdvanceOrder, snapshotOf } from '../../../src/flows/order/advance-order.ts';
import type { RedirectEid, RedirectOutcome, RedirectRequest } from '../../../src/ports/eid.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { TimelineNote } from '../../../src/ports/login-timelines.ts';
import { LOGIN, USER_AGENT } from '../../support/flows.ts';

const vault = systemVault([new Uint8Array(32).fill(1)]);
const SECRET = 'secret-of-this-browser';
const IDENTIFIED: RedirectOutcome = { state: 'identified', identity: PERSON };
const ANSWER = { parameters: { code: 'code-1' }, url: 'https://login.example.com/callback/some' };

let seconds: number;
let finished: unknown[];
let finish: () => Promise<RedirectOutcome>;
let requests: RedirectRequest[];
let logged: string[];
let noted: TimelineNote[];
let flows: ReturnType<typeof open>;
beforeEach(() => {
  seconds = 0;
  finished = [];
  finish = async () => IDENTIFIED;
  requests = [];
  logged = [];
  noted = [];
  flows = open();
});

function open() {
  const clock = () => at(seconds);
  const authentications = memoryAuthentications();
  const eid: RedirectEid = {
    kind: 'redirect',
    async begin(request) {
      requests.push(request);
      return { url: 'https://eid.example.com/login', kept: { nonce: 'nonce-1' } };
    },
    finish(kept, answer) {
      finished.push([kept, answer]);
      return finish();
    },
    certificates: () => [],
    close: async () => undefined,
  };
  const offer = sampleOffer({ name: 'xx-some-eid' });
  const variant = sampleVariant(LOGIN.acr, { channels: { browser: 'redirect' } });
  const configurationSource = {
    current: async () =>
      sampleConfigurationWith({
        eid: () => ({ opened: { redirect: eid }, offer, variant }),
      }),
  };
  const note = (event: string) => void logged.push(event);
  const log: Log = { info: note, warn: note, error: note };
  const sleep = async () => undefined;
  const noteSteps = { note: (one: TimelineNote) => void noted.push(one) };
  const deps = { authentications, configurationSource, noteSteps, sleep, clock, log };
  const abandonOrder = makeAbandonOrder(deps);
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const departToEid = makeDepartToEid({ authentications, vault, newId, newSupportCode, clock });
  return {
    depart: (login = LOGIN) =>
      departToEid(
        login,
        { ...USER_AGENT, browserSecret: SECRET },
        { eid, offer, variant, through: undefined },
      ),
    receive: makeReceiveAnswer(deps),
    advance: makeAdvanceOrder({ ...deps, abandonOrder }),
    latest: async () => (await authentications.findLatest(LOGIN.id))!,
  };
}

/** The state of the only departure, as the callback gets it. */
function stateOf(): CallbackState {
  return parseState(requests[0]?.state, LOGIN.issuer, vault)!;
}

const arrival = (changes: object = {}) => ({
  eid: 'xx-some-eid',
  state: stateOf(),
  answer: ANSWER,
  browserSecret: SECRET,
  ...changes,
});

describe('the answer of an eID', () => {
  test('identifies the person, with the secrets of the departure', async () => {
    expect((await flows.depart()).departure).toBe('https://eid.example.com/login');
    expect(await flows.receive(arrival())).toBe('identified');
    expect(finished).toEqual([[{ nonce: 'nonce-1' }, ANSWER]]);
    expect(await flows.latest()).toMatchObject({
      returned: 'here',
      progress: { state: 'identified', identity: PERSON },
    });
  });

  test('is taken once, of racing arrivals', async () => {
    await flows.depart();
    const results = await Promise.all([1, 2, 3].map(() => flows.receive(arrival())));
    expect(results.sort()).toEqual(['ended', 'ended', 'identified']);
    expect(finished).toHaveLength(1);
  });

  test.each([undefined, 'secret-of-another-browser'])(
    'changes nothing in a browser with the secret %p',
    async (browserSecret) => {
      await flows.depart();
      expect(await flows.receive(arrival({ browserSecret }))).toBe('other-browser');
      expect(finished).toEqual([]);
      expect(await flows.receive(arrival())).toBe('identified');
    },
  );

  test('at the callback of another eID ends the attempt', async () => {
    await flows.depart();
    expect(await flows.receive(arrival({ eid: 'xx-other' }))).toBe('ended');
    expect(finished).toEqual([]);
    expect((await flows.latest()).progress).toMatchObject({ state: 'ended', why: 'unverified' });
    expect(logged).toEqual(['answer.unexpected']);
  });

  test('that cannot be read ends the attempt as lost', async () => {
    finish = () => Promise.reject(new TypeError('a bug'));
    await flows.depart();
    expect(await flows.receive(arrival())).toBe('ended');
    expect((await flows.latest()).progress).toMatchObject({ state: 'ended', why: 'lost' });
    expect(logged).toEqual(['answer.failed']);
    expect(noted.map(({ step }) => step)).toMatchObject([
      { what: 'refused', endpoint: 'eid', key: 'fault' },
    ]);
  });

  test('is lost with the eID’s refusal in the timeline', async () => {
    const refusal = new Failure('eid-misconfigured', { hintCode: 'invalid_client' });
    finish = () => Promise.reject(refusal);
    await flows.depart();
    await flows.receive(arrival());
    const { id, tenantId } = await flows.latest();
    const finding = { reason: 'credentials-refused', hint: 'invalid_client' };
    const refused = { what: 'refused', key: 'eid-misconfigured', endpoint: 'eid', ...finding };
    expect(noted).toEqual([
      { tenantId, login: { authenticationId: id }, step: { at: at(0).getTime(), ...refused } },
    ]);
  });

  test('from another person than the named one is not stored', async () => {
    const intent = { ...LOGIN.intent, person: '199006022397' };
    await flows.depart({ ...LOGIN, intent });
    expect(await flows.receive(arrival())).toBe('ended');
    expect((await flows.latest()).progress).toMatchObject({ state: 'ended', why: 'other-person' });
  });

  test.each([true, false])(
    'is requested of the named person only if the application is authenticated: %p',
    async (isRequestAuthenticated) => {
      const intent = { ...LOGIN.intent, person: '199006022397' };
      await flows.depart({ ...LOGIN, intent, isRequestAuthenticated });
      expect(requests[0]?.person).toBe(isRequestAuthenticated ? '199006022397' : undefined);
    },
  );
});

test('a departure has the directives of the eID', async () => {
  const intent = { ...LOGIN.intent, directives: { colour: 'red' } };
  await flows.depart({ ...LOGIN, intent });
  expect(requests[0]?.directives).toEqual({ colour: 'red' });
  expect((await flows.latest()).intent.directives).toEqual({ colour: 'red' });
});

test('a replica that stops after it took the answer leaves an attempt that ends as lost', async () => {
  await flows.depart();
  finish = () => new Promise(() => undefined);
  void flows.receive(arrival());
  await new Promise(setImmediate);
  const pending = snapshotOf(await flows.latest());
  expect((await flows.advance(pending)).progress.state).toBe('pending');
  seconds = 10;
  expect((await flows.advance(pending)).progress).toMatchObject({ state: 'ended', why: 'lost' });
});

test('an attempt that nobody answered stays pending until it expires', async () => {
  await flows.depart();
  seconds = 7 * 60 - 1;
  expect((await flows.advance(snapshotOf(await flows.latest()))).progress.state).toBe('pending');
  seconds = 15 * 60;
  const { progress } = await flows.advance(snapshotOf(await flows.latest()));
  expect(progress).toMatchObject({ state: 'ended', why: 'expired' });
});
