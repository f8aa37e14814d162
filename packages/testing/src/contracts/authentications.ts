import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IdentifiedAuthentication } from 'eid-broker/domain/authentication';
import { type Intent, PLAIN_LOGIN } from 'eid-broker/domain/intent';
import type { Authentications, Outcome, Poller, PollTime } from 'eid-broker/ports/authentications';
import type { AuthenticationEvent } from '../memory/authentication-event.ts';
import { race, winners } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import {
  at,
  leaseAbout,
  leaseOf,
  PERSON,
  pendingAuthentication,
} from '../sample-authentication.ts';

const IDENTIFIED: IdentifiedAuthentication['progress'] = {
  state: 'identified',
  at: at(5),
  identity: PERSON,
};
const DECLINED: Outcome = { state: 'ended', at: at(5), why: 'declined', hintCode: 'userCancel' };
const NEWS = {
  stage: 'identification',
  hintCode: 'userSign',
  order: { reference: 'order-2', nested: { list: [1, 'two', null, true] } },
  collectAfter: at(4),
} as const;

const SIGNATURE: Intent = {
  kind: 'signature',
  action: 'sign',
  text: { visible: 'SSBhZ3JlZQ==', format: 'markdown', nonVisible: 'eyJhIjoxfQ==' },
  person: '191212121212',
};
const POLLER: Poller = {
  issuer: 'https://login.example.com',
  clientId: 'shop',
  channel: 'headless',
};

/** A poll at that second; its lease lasts for ten more. */
function pollTime(seconds: number): PollTime {
  return { now: at(seconds), pace: 1, leaseUntil: at(seconds + 10) };
}

/** The attempts and their events, in no order. */
export interface ReadableAuthentications extends Authentications {
  readEvents(): Promise<readonly AuthenticationEvent[]>;
}

/** The contract of the port `Authentications`. */
export function authenticationsContract(
  name: string,
  open: OpenReplicas<ReadableAuthentications>,
): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<ReadableAuthentications>;
    let one: ReadableAuthentications;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    describe('beginning', () => {
      test('stores an attempt unchanged', async () => {
        const secrets = { returnNonce: 'nonce-1', browserSecret: 'browser-1' };
        const requested = { intent: SIGNATURE, scope: ['openid', 'evidence'] };
        const authentication = pendingAuthentication({
          device: 'same',
          idToken: 'minimal',
          ...secrets,
          ...requested,
        });
        expect(await one.begin(authentication)).toBe(true);
        expect(await one.find('attempt-1')).toEqual(authentication);
        expect(await one.findLatest('login-1')).toEqual(authentication);
      });

      test('stores absent fields as absent', async () => {
        const authentication = pendingAuthentication({
          loginId: undefined,
          device: undefined,
          addressFrom: undefined,
          scope: [],
          intent: {
            ...PLAIN_LOGIN,
            text: { visible: undefined, format: 'plaintext', nonVisible: 'YQ==' },
          },
        });
        await one.begin(authentication);
        expect(await one.find('attempt-1')).toEqual(authentication);
      });

      test('stores an attempt before its order is started, and adds the order later', async () => {
        const reserved = pendingAuthentication({}, { order: undefined });
        await one.begin(reserved);
        expect(await one.find('attempt-1')).toEqual(reserved);
        const recorded = await one.recordPending(leaseAbout(reserved), NEWS);
        expect(recorded?.progress).toEqual({ state: 'pending', ...NEWS });
        const later = { ...NEWS, order: undefined, collectAfter: at(6) };
        const next = await one.acquireLease('attempt-1', { now: at(4), leaseUntil: at(14) });
        expect((next && (await one.recordPending(next, later)))?.progress).toEqual({
          state: 'pending',
          ...NEWS,
          collectAfter: at(6),
        });
      });

      test('is undone by discarding, while there is no order', async () => {
        await one.begin(pendingAuthentication({}, { order: undefined }));
        await one.discard('attempt-1');
        expect(await one.find('attempt-1')).toBeUndefined();
        await one.begin(pendingAuthentication());
        await one.discard('attempt-1');
        await one.discard('nobody');
        expect(await one.find('attempt-1')).toEqual(pendingAuthentication());
      });

      test('finds no unknown attempt', async () => {
        expect(await one.find('attempt-1')).toBeUndefined();
        expect(await one.findLatest('login-1')).toBeUndefined();
      });

      test('refuses a second attempt of a login while the first one is pending', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.begin(pendingAuthentication({ id: 'attempt-2' }))).toBe(false);
        expect(await one.find('attempt-2')).toBeUndefined();
        expect((await one.findLatest('login-1'))?.id).toBe('attempt-1');
      });

      test('lets a login begin another attempt after the end of its first', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        // Begun later, by a replica with a clock that is behind.
        const again = pendingAuthentication({ id: 'attempt-2', createdAt: at(-6) });
        expect(await one.begin(again)).toBe(true);
        expect(await one.findLatest('login-1')).toEqual(again);
      });

      test('refuses an attempt when another attempt finished the login during the start of the order', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        const next = (createdAt: Date) => pendingAuthentication({ id: 'attempt-2', createdAt });
        expect(await one.begin(next(at(4.999)))).toBe(false);
        expect((await one.findLatest('login-1'))?.id).toBe('attempt-1');
        expect(await one.begin(next(at(5)))).toBe(true);
        expect((await one.findLatest('login-1'))?.id).toBe('attempt-2');
      });

      test('allows parallel attempts of no login and of other logins', async () => {
        const begun = [
          await one.begin(pendingAuthentication({ id: 'a', loginId: undefined })),
          await one.begin(pendingAuthentication({ id: 'b', loginId: undefined })),
          await one.begin(pendingAuthentication({ id: 'c', loginId: 'login-2' })),
          await one.begin(pendingAuthentication({ id: 'd', loginId: 'login-3' })),
        ];
        expect(begun).toEqual([true, true, true, true]);
        expect((await one.findLatest('login-2'))?.id).toBe('c');
      });

      test('throws for an id that is used twice', async () => {
        await one.begin(pendingAuthentication());
        await expect(one.begin(pendingAuthentication({ loginId: 'login-2' }))).rejects.toThrow();
        expect((await one.find('attempt-1'))?.loginId).toBe('login-1');
      });

      test('lets one of many racing attempts of a login begin', async () => {
        const answers = await race(store.replicas, (replica, racer) =>
          replica.begin(pendingAuthentication({ id: `attempt-${racer}` })),
        );
        expect(winners(answers)).toEqual([true]);
        expect((await one.findLatest('login-1'))?.id).toBe(`attempt-${answers.indexOf(true)}`);
      });
    });

    describe('creating from a session', () => {
      const identified: IdentifiedAuthentication = {
        ...pendingAuthentication({ loginId: 'login-1', createdAt: at(100), device: undefined }),
        progress: IDENTIFIED,
      };

      test('stores an attempt that is identified from the start', async () => {
        await one.createIdentified(identified);
        expect(await one.find('attempt-1')).toEqual(identified);
        expect(await one.findLatest('login-1')).toEqual(identified);
        expect(await one.acquireLease('attempt-1', { now: at(100), leaseUntil: at(110) })).toBe(
          undefined,
        );
      });

      test('returns its person exactly once', async () => {
        await one.createIdentified(identified);
        const answers = await race(store.replicas, (replica) =>
          replica.consumeResult('attempt-1', at(101)),
        );
        expect(winners(answers)).toEqual([{ ...identified, consumedAt: at(101) }]);
      });

      test('does not conflict with a pending attempt of the same login, in either order', async () => {
        await one.begin(pendingAuthentication({ id: 'a' }));
        await one.createIdentified({ ...identified, id: 'b' });
        await one.createIdentified({ ...identified, id: 'c', loginId: 'login-2' });
        const later = { id: 'd', loginId: 'login-2', createdAt: at(200) };
        expect(await one.begin(pendingAuthentication(later))).toBe(true);
        expect((await one.findLatest('login-1'))?.id).toBe('b');
        expect((await one.findLatest('login-2'))?.id).toBe('d');
      });

      test('throws for an id that is used twice, and adds no second event', async () => {
        await one.createIdentified(identified);
        await expect(one.createIdentified(identified)).rejects.toThrow();
        await one.begin(pendingAuthentication({ id: 'pending', loginId: undefined }));
        await expect(one.createIdentified({ ...identified, id: 'pending' })).rejects.toThrow();
        expect(await outcomes()).toEqual(['remembered']);
      });
    });

    describe('polls', () => {
      /** The eID was polled just before the first of them. */
      const authentication = pendingAuthentication(
        { channel: 'headless', loginId: undefined },
        { collectAfter: at(100) },
      );
      const found = { authentication, lease: undefined, tooSoon: false };
      const pollAt = (seconds: number, by = POLLER) => one.poll('attempt-1', by, pollTime(seconds));

      test('find the attempt unchanged', async () => {
        await one.begin(authentication);
        expect(await pollAt(0)).toEqual(found);
        expect(await one.find('attempt-1')).toEqual(authentication);
      });

      test('are too soon within the minimum interval', async () => {
        await one.begin(authentication);
        const first = await pollAt(10);
        const early = await pollAt(10.999);
        const due = await pollAt(11);
        expect([first, early, due].map((poll) => poll?.tooSoon)).toEqual([false, true, false]);
        expect(early?.authentication).toEqual(authentication);
      });

      test('that are too soon do not extend the interval', async () => {
        await one.begin(authentication);
        const notified: (boolean | undefined)[] = [];
        for (const seconds of [0, 0.3, 0.6, 0.9, 1, 1.3]) {
          notified.push((await pollAt(seconds))?.tooSoon);
        }
        expect(notified).toEqual([false, true, true, true, false, true]);
      });

      test.each([IDENTIFIED, DECLINED])(
        'are never too soon after the attempt is $state',
        async (outcome) => {
          await one.begin(authentication);
          await pollAt(10);
          const settled = await one.recordOutcome(leaseAbout(authentication), outcome);
          expect(await pollAt(10)).toEqual({ ...found, authentication: settled });
          expect(await pollAt(10)).toEqual({ ...found, authentication: settled });
        },
      );

      test('are never too soon after it has expired, and get no lease', async () => {
        const due = pendingAuthentication({ ...authentication, expiresAt: at(10) });
        await one.begin(due);
        await pollAt(9.9);
        for (const seconds of [10, 10.5]) {
          expect(await pollAt(seconds)).toMatchObject({ lease: undefined, tooSoon: false });
        }
      });

      test.each([
        ['issuer', { ...POLLER, issuer: 'https://other.example.com' }],
        ['client', { ...POLLER, clientId: 'other' }],
        ['channel', { ...POLLER, channel: 'ciba' as const }],
      ])('of another %s find nothing, and do not affect the interval', async (_what, foreign) => {
        await one.begin(authentication);
        expect(await pollAt(10, foreign)).toBeUndefined();
        expect(await pollAt(10)).toEqual(found);
        expect(await pollAt(10.9, foreign)).toBeUndefined();
        expect(await pollAt(11)).toEqual(found);
      });

      test('of another client get no lease', async () => {
        await one.begin(authentication);
        expect(await pollAt(100, { ...POLLER, clientId: 'other' })).toBeUndefined();
        expect((await pollAt(100))?.lease?.fencingToken).toBe(1);
      });

      test('of an unknown attempt find nothing', async () => {
        expect(await pollAt(0)).toBeUndefined();
      });

      test('of racing callers all but one are too soon', async () => {
        await one.begin(authentication);
        for (const seconds of [10, 11]) {
          const polls = await race(store.replicas, (replica) =>
            replica.poll('attempt-1', POLLER, pollTime(seconds)),
          );
          const inPace = polls.filter((poll) => poll?.tooSoon === false);
          expect(inPace).toEqual([found]);
          expect(winners(polls)).toHaveLength(polls.length);
        }
      });

      test('racing with the outcome are too soon only while it is pending', async () => {
        await one.begin(authentication);
        await pollAt(10);
        const polls = await race(store.replicas, async (replica, racer) => {
          if (racer !== 12) return replica.poll('attempt-1', POLLER, pollTime(10));
          await replica.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
          return undefined;
        });
        for (const { authentication: seen, tooSoon } of winners(polls)) {
          expect(tooSoon).toBe(seen.progress.state === 'pending');
        }
      });

      test('that are due get the lease exclusively', async () => {
        await one.begin(authentication);
        const lease = { fencingToken: 1, began: at(100), until: at(110), authentication };
        expect(await pollAt(100)).toEqual({ ...found, lease });
        expect(await pollAt(101)).toMatchObject({ lease: undefined, tooSoon: false });
        const when = { now: at(109.999), leaseUntil: at(120) };
        expect(await one.acquireLease('attempt-1', when)).toBeUndefined();
        expect((await one.find('attempt-1'))?.progress).toMatchObject({ collectAfter: at(110) });
      });

      test('release their lease like any other caller', async () => {
        await one.begin(authentication);
        const first = (await pollAt(100))?.lease;
        const update = { ...NEWS, order: undefined, collectAfter: at(102) };
        const progress = {
          ...authentication.progress,
          ...NEWS,
          order: authentication.progress.order,
        };
        const recorded = { ...authentication, progress: { ...progress, collectAfter: at(102) } };
        expect(first && (await one.recordPending(first, update))).toEqual(recorded);
        const second = await pollAt(102);
        expect(second?.authentication).toEqual(recorded);
        expect(second?.lease).toMatchObject({ fencingToken: 2, authentication: recorded });
        expect(first && (await one.recordPending(first, update))).toBeUndefined();
      });

      test('get the lease after another one has expired', async () => {
        await one.begin(authentication);
        await pollAt(100);
        expect((await pollAt(109))?.lease).toBeUndefined();
        expect((await pollAt(110))?.lease?.fencingToken).toBe(2);
      });

      test('get no lease while they are too soon', async () => {
        await one.begin(authentication);
        await pollAt(99.5);
        expect(await pollAt(100)).toEqual({ ...found, tooSoon: true });
      });

      test('of racing callers and other lease requests, one gets the lease', async () => {
        await one.begin(authentication);
        const leases = await race(store.replicas, async (replica, racer) => {
          const { now, leaseUntil, pace } = pollTime(100);
          if (racer % 2 === 0) return replica.acquireLease('attempt-1', { now, leaseUntil });
          return (await replica.poll('attempt-1', POLLER, { now, leaseUntil, pace }))?.lease;
        });
        expect(winners(leases)).toMatchObject([{ fencingToken: 1 }]);
      });
    });

    describe('leases', () => {
      test('are not granted before their time', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.acquireLease('attempt-1', { now: at(1.999), leaseUntil: at(12) })).toBe(
          undefined,
        );
        const lease = await one.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) });
        const times = { began: at(2), until: at(12) };
        expect(lease).toEqual({
          fencingToken: 1,
          ...times,
          authentication: await one.find('attempt-1'),
        });
      });

      test('belong to one caller until they expire, then to the next with a higher fencing token', async () => {
        await one.begin(pendingAuthentication());
        await one.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) });
        expect(await one.acquireLease('attempt-1', { now: at(11), leaseUntil: at(21) })).toBe(
          undefined,
        );
        const next = await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
        expect(next).toMatchObject({ fencingToken: 2, authentication: { id: 'attempt-1' } });
      });

      test('are granted to one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, (replica) =>
          replica.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) }),
        );
        expect(winners(answers)).toMatchObject([
          { fencingToken: 1, authentication: { id: 'attempt-1' } },
        ]);
      });

      test('are not granted for attempts that are final or unknown', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        const when = { now: at(100), leaseUntil: at(110) };
        expect(await one.acquireLease('attempt-1', when)).toBeUndefined();
        expect(await one.acquireLease('nobody', when)).toBeUndefined();
      });
    });

    describe('updates of a pending order', () => {
      test('replace the stored state and return the current attempt', async () => {
        const authentication = pendingAuthentication();
        await one.begin(authentication);
        const lease = await acquireLease(one);
        const expected = { ...authentication, progress: { state: 'pending', ...NEWS } };
        expect(await one.recordPending(lease, NEWS)).toEqual(expected);
        expect(await one.find('attempt-1')).toEqual(expected);
      });

      test('mark a lost order, which is not polled any more', async () => {
        const authentication = pendingAuthentication();
        await one.begin(authentication);
        const gone = { ...NEWS, order: 'gone' } as const;
        const expected = { state: 'pending', ...NEWS, order: undefined };
        expect((await one.recordPending(await acquireLease(one), gone))?.progress).toEqual(
          expected,
        );
        const next = await one.acquireLease('attempt-1', { now: at(4), leaseUntil: at(14) });
        expect(next?.authentication.progress.order).toBeUndefined();
        const replaced = next && (await one.recordPending(next, NEWS));
        expect(replaced?.progress).toEqual({ state: 'pending', ...NEWS });
      });

      test('release the lease until the given time', async () => {
        await one.begin(pendingAuthentication());
        await one.recordPending(await acquireLease(one), NEWS);
        const early = await one.acquireLease('attempt-1', { now: at(3.9), leaseUntil: at(20) });
        const due = await one.acquireLease('attempt-1', { now: at(4), leaseUntil: at(20) });
        expect(early).toBeUndefined();
        expect(due).toMatchObject({
          fencingToken: 2,
          authentication: { progress: { order: NEWS.order } },
        });
      });

      test('change nothing after the lease was lost', async () => {
        await one.begin(pendingAuthentication());
        const lost = await acquireLease(one);
        await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
        const before = await one.find('attempt-1');
        expect(await one.recordPending(lost, NEWS)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(before);
      });

      test('change nothing after the attempt is final', async () => {
        await one.begin(pendingAuthentication());
        const lease = await acquireLease(one);
        const final = await one.recordOutcome(lease, DECLINED);
        expect(await one.recordPending(lease, NEWS)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(final);
      });
    });

    describe('final results', () => {
      test('of an identified person are stored completely', async () => {
        const authentication = pendingAuthentication();
        await one.begin(authentication);
        const expected = { ...authentication, progress: IDENTIFIED };
        expect(await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED)).toEqual(expected);
        expect(await one.find('attempt-1')).toEqual(expected);
      });

      test('of an end are stored completely', async () => {
        const authentication = pendingAuthentication();
        await one.begin(authentication);
        const expected = { ...authentication, progress: DECLINED };
        expect(await one.recordOutcome(leaseOf('attempt-1'), DECLINED)).toEqual(expected);
        expect(await one.findLatest('login-1')).toEqual(expected);
      });

      test.each([
        ['identified', IDENTIFIED, DECLINED],
        ['ended', DECLINED, IDENTIFIED],
      ])('are final: after %s, later results change nothing', async (_state, first, second) => {
        await one.begin(pendingAuthentication());
        const settled = await one.recordOutcome(leaseOf('attempt-1'), first);
        expect(await one.recordOutcome(leaseOf('attempt-1'), second)).toBeUndefined();
        expect(await one.recordOutcome(leaseOf('attempt-1'), first)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(settled);
      });

      test('of racing callers are stored once', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, (replica, racer) =>
          replica.recordOutcome(leaseOf('attempt-1'), racer % 2 === 0 ? IDENTIFIED : DECLINED),
        );
        const [winner, ...others] = winners(answers);
        expect(others).toEqual([]);
        expect(await one.find('attempt-1')).toEqual(winner);
      });

      test('of an end need the latest lease; an identified person does not', async () => {
        await one.begin(pendingAuthentication());
        const old = await acquireLease(one);
        await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
        expect(await one.recordOutcome(old, DECLINED)).toBeUndefined();
        expect((await one.find('attempt-1'))?.progress.state).toBe('pending');
        expect((await one.recordOutcome(old, IDENTIFIED))?.progress).toEqual(IDENTIFIED);
      });

      test('of unknown attempts are ignored', async () => {
        expect(await one.recordOutcome(leaseOf('nobody'), DECLINED)).toBeUndefined();
      });
    });

    describe('abandoning', () => {
      const ending = { state: 'ended', at: at(6), why: 'declined', hintCode: undefined } as const;

      test('ends the attempt and returns it with its last order', async () => {
        const authentication = pendingAuthentication();
        await one.begin(authentication);
        await one.recordPending(await acquireLease(one), NEWS);
        const before = { ...authentication, progress: { state: 'pending', ...NEWS } };
        expect(await one.abandon('attempt-1', ending)).toEqual(before);
        expect(await one.find('attempt-1')).toEqual({ ...authentication, progress: ending });
      });

      test('succeeds for one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, (replica) =>
          replica.abandon('attempt-1', ending),
        );
        expect(winners(answers)).toHaveLength(1);
      });

      test('does not change attempts that are final or unknown', async () => {
        await one.begin(pendingAuthentication());
        const settled = await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        expect(await one.abandon('attempt-1', ending)).toBeUndefined();
        expect(await one.abandon('nobody', ending)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(settled);
      });
    });

    describe('the return of the browser', () => {
      test.each(['here', 'elsewhere'] as const)('counts once: first %s', async (where) => {
        const authentication = pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' });
        await one.begin(authentication);
        expect(await one.recordReturn('attempt-1', where, at(1))).toBe(true);
        expect(await one.recordReturn('attempt-1', 'here', at(1))).toBe(false);
        expect(await one.recordReturn('attempt-1', 'elsewhere', at(1))).toBe(false);
        expect(await one.find('attempt-1')).toEqual({ ...authentication, returned: where });
      });

      test('keeps its parameters, which are visible in the result of an earlier lease', async () => {
        const parameters = { value: 'ä=1&b' };
        await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
        const lease = await acquireLease(one);
        await one.recordReturn('attempt-1', 'here', at(1), parameters);
        await one.recordReturn('attempt-1', 'here', at(1), { value: 'another' });
        const expected = { returned: 'here', returnParameters: parameters };
        expect(await one.find('attempt-1')).toMatchObject(expected);
        expect(await one.recordPending(lease, NEWS)).toMatchObject(expected);
      });

      test('by racing callers is either in the same browser or in another', async () => {
        await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
        const answers = await race(store.replicas, async (replica, racer) => {
          const where = racer % 2 === 0 ? 'here' : 'elsewhere';
          return (await replica.recordReturn('attempt-1', where, at(1))) && where;
        });
        expect(winners(answers)).toEqual([(await one.find('attempt-1'))?.returned]);
      });

      test('is visible in the result of an earlier lease', async () => {
        await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
        const lease = await acquireLease(one);
        await one.recordReturn('attempt-1', 'here', at(1));
        expect(await one.recordPending(lease, NEWS)).toMatchObject({ returned: 'here' });
        expect(await one.recordOutcome(lease, IDENTIFIED)).toMatchObject({ returned: 'here' });
      });

      test("counts before and after the eID's result", async () => {
        await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        expect(await one.recordReturn('attempt-1', 'here', at(1))).toBe(true);
        expect(await one.find('attempt-1')).toMatchObject({
          returned: 'here',
          progress: IDENTIFIED,
        });
      });

      test('to an unknown attempt does not count', async () => {
        expect(await one.recordReturn('nobody', 'here', at(1))).toBe(false);
      });
    });

    describe('taking the return', () => {
      const AT = { now: at(1), leaseUntil: at(11) };
      const begin = () =>
        one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));

      test('records it and acquires the lease, before the order is due', async () => {
        await begin();
        const lease = await one.takeReturn('attempt-1', AT);
        expect(lease).toEqual({
          fencingToken: 1,
          began: at(1),
          until: at(11),
          authentication: { ...(await one.find('attempt-1')), returned: 'here' },
        });
        expect(await one.recordOutcome(lease!, IDENTIFIED)).toMatchObject({ returned: 'here' });
      });

      test('succeeds for one of racing callers', async () => {
        await begin();
        const leases = await race(store.replicas, (replica) => replica.takeReturn('attempt-1', AT));
        expect(winners(leases)).toMatchObject([{ fencingToken: 1 }]);
      });

      test('succeeds once, also after the lease', async () => {
        await begin();
        await one.takeReturn('attempt-1', AT);
        const later = { now: at(30), leaseUntil: at(40) };
        expect(await one.takeReturn('attempt-1', later)).toBeUndefined();
        expect(await one.acquireLease('attempt-1', later)).toMatchObject({ fencingToken: 2 });
      });

      test.each(['here', 'elsewhere'] as const)('fails after a return %s', async (where) => {
        await begin();
        await one.recordReturn('attempt-1', where, at(1));
        expect(await one.takeReturn('attempt-1', AT)).toBeUndefined();
      });

      test('fails for an attempt that is unknown, expired, or no longer pending', async () => {
        await begin();
        const { expiresAt } = (await one.find('attempt-1'))!;
        const tooLate = { now: expiresAt, leaseUntil: new Date(expiresAt.getTime() + 10_000) };
        expect(await one.takeReturn('attempt-1', tooLate)).toBeUndefined();
        expect(await one.takeReturn('nobody', AT)).toBeUndefined();
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        expect(await one.takeReturn('attempt-1', AT)).toBeUndefined();
      });
    });

    describe('consuming a result', () => {
      test('returns the person exactly once', async () => {
        const authentication = pendingAuthentication();
        await one.begin(authentication);
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        const expected = { ...authentication, progress: IDENTIFIED, consumedAt: at(7) };
        expect(await one.consumeResult('attempt-1', at(7))).toEqual(expected);
        expect(await one.consumeResult('attempt-1', at(8))).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(expected);
      });

      test('returns the person to one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        const answers = await race(store.replicas, (replica, racer) =>
          replica.consumeResult('attempt-1', at(10 + racer)),
        );
        const [winner, ...others] = winners(answers);
        expect(others).toEqual([]);
        expect(await one.find('attempt-1')).toEqual(winner);
      });

      test('returns no person while pending, after an end, or of an unknown attempt', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.consumeResult('attempt-1', at(3))).toBeUndefined();
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        expect(await one.consumeResult('attempt-1', at(6))).toBeUndefined();
        expect(await one.consumeResult('nobody', at(6))).toBeUndefined();
        expect((await one.find('attempt-1'))?.consumedAt).toBeUndefined();
      });
    });

    describe('consuming an ending', () => {
      test('succeeds once', async () => {
        await one.begin(pendingAuthentication());
        const settled = await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        expect(await one.consumeEnding('attempt-1', at(6))).toBe(true);
        expect(await one.consumeEnding('attempt-1', at(7))).toBe(false);
        expect(await one.find('attempt-1')).toEqual({ ...settled, consumedAt: at(6) });
      });

      test('succeeds for one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        const answers = await race(store.replicas, (replica) =>
          replica.consumeEnding('attempt-1', at(6)),
        );
        expect(winners(answers)).toEqual([true]);
      });

      test('requires an ending, and fails for a person and for an unknown attempt', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.consumeEnding('attempt-1', at(3))).toBe(false);
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        expect(await one.consumeEnding('attempt-1', at(6))).toBe(false);
        expect(await one.consumeEnding('nobody', at(6))).toBe(false);
        await one.begin(pendingAuthentication({ id: 'later', loginId: undefined }));
        expect(await one.consumeEnding('later', at(6))).toBe(false);
        await one.recordOutcome(leaseOf('later'), DECLINED);
        expect(await one.consumeEnding('later', at(7))).toBe(true);
      });
    });

    describe('the event of an attempt', () => {
      const ending = { state: 'ended', at: at(6), why: 'declined', hintCode: undefined } as const;
      const about = {
        authenticationId: 'attempt-1',
        tenantId: 'tenant',
        clientId: 'shop',
        issuer: 'https://login.example.com',
        channel: 'browser',
        kind: 'authentication',
        acr: 'urn:grn:authn:xx:some-eid',
        addressFrom: 'browser',
        hintCode: undefined,
      };

      test('does not exist while the attempt is pending', async () => {
        await one.begin(pendingAuthentication());
        await one.recordPending(await acquireLease(one), NEWS);
        expect(await one.readEvents()).toEqual([]);
      });

      test('records an identified person', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        await one.consumeResult('attempt-1', at(7));
        expect(await one.readEvents()).toEqual([{ ...about, outcome: 'identified', at: at(5) }]);
      });

      test("records the reason for an end, with the eID's hint code", async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        await one.consumeEnding('attempt-1', at(7));
        expect(await one.readEvents()).toEqual([
          { ...about, outcome: 'declined', hintCode: 'userCancel', at: at(5) },
        ]);
      });

      test('records an end by the service', async () => {
        await one.begin(pendingAuthentication({}, { hintCode: 'outstandingTransaction' }));
        await one.abandon('attempt-1', { ...ending, why: 'superseded' });
        expect(await one.readEvents()).toEqual([{ ...about, outcome: 'superseded', at: at(6) }]);
      });

      test('records a result from a session, at the time of the request', async () => {
        const own = { createdAt: at(3600), addressFrom: undefined };
        await one.createIdentified({ ...pendingAuthentication(own), progress: IDENTIFIED });
        expect(await one.readEvents()).toEqual([
          { ...about, addressFrom: undefined, outcome: 'remembered', at: at(3600) },
        ]);
      });

      test('records the request, the address, and the source of the address', async () => {
        const own = { tenantId: 'bank', clientId: 'urn:bank:1', channel: 'headless' } as const;
        const more = { intent: SIGNATURE, loginId: undefined, addressFrom: 'caller' } as const;
        await one.begin(pendingAuthentication({ ...own, ...more }));
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        const expected = { ...about, ...own, kind: 'signature', addressFrom: 'caller' };
        expect(await one.readEvents()).toEqual([{ ...expected, outcome: 'identified', at: at(5) }]);
      });

      test('records a purged pending attempt as expired, at its expiry', async () => {
        const authentication = pendingAuthentication(
          { expiresAt: at(420) },
          { hintCode: 'started' },
        );
        await one.begin(authentication);
        await one.purge(at(1000), 10);
        expect(await one.readEvents()).toEqual([{ ...about, outcome: 'expired', at: at(420) }]);
      });

      test('outlives the attempt, and stays the only one', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        await one.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
        await one.abandon('attempt-1', ending);
        await one.createIdentified({
          ...pendingAuthentication({ id: 'attempt-2' }),
          progress: IDENTIFIED,
        });
        expect(await one.purge(at(1000), 10)).toBe(2);
        expect(await outcomes()).toEqual(['declined', 'remembered']);
      });

      test('does not exist for a discarded attempt', async () => {
        await one.begin(pendingAuthentication({}, { order: undefined }));
        await one.discard('attempt-1');
        await one.begin(pendingAuthentication({}, { order: undefined }));
        await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
        await one.discard('attempt-1');
        expect(await outcomes()).toEqual(['declined']);
      });

      test('does not exist for a result that was not stored', async () => {
        await one.begin(pendingAuthentication());
        const old = await acquireLease(one);
        await one.acquireLease('attempt-1', { now: at(12), leaseUntil: at(22) });
        await one.recordOutcome(old, DECLINED);
        await one.recordOutcome(leaseOf('nobody'), IDENTIFIED);
        await one.abandon('nobody', ending);
        expect(await one.readEvents()).toEqual([]);
      });

      test('records the winner of all racing ends', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, async (replica, racer) => {
          if (racer % 3 === 0) return replica.recordOutcome(leaseOf('attempt-1'), IDENTIFIED);
          if (racer % 3 === 1) return replica.recordOutcome(leaseOf('attempt-1'), DECLINED);
          return replica.abandon('attempt-1', { ...ending, why: 'other-browser' });
        });
        expect(winners(answers)).toHaveLength(1);
        const { progress } = (await one.find('attempt-1'))!;
        const outcome = progress.state === 'ended' ? progress.why : progress.state;
        expect(await outcomes()).toEqual([outcome]);
      });

      test('exists once, also when the attempt is purged at the same time', async () => {
        for (let round = 0; round < 5; round += 1) {
          const id = `attempt-${round}`;
          await one.begin(pendingAuthentication({ id, loginId: undefined }));
          const answers = await race(store.replicas, async (replica, racer) => {
            if (racer % 2 === 0) return (await replica.purge(at(1000), 10)) > 0;
            return replica.abandon(id, ending);
          });
          // A purge that began before the attempt ended leaves it to the next purge.
          expect(winners(answers).length).toBeGreaterThan(0);
          await one.purge(at(1000), 10);
          expect(await one.find(id)).toBeUndefined();
        }
        const ids = (await one.readEvents()).map(({ authenticationId }) => authenticationId);
        expect(ids.toSorted()).toEqual([0, 1, 2, 3, 4].map((round) => `attempt-${round}`));
      });
    });

    describe('ending expired attempts', () => {
      const SPAN = { from: at(0), until: at(10) };
      const GIVEN_UP = { state: 'ended', at: at(5), why: 'declined', hintCode: undefined } as const;
      const beginAll = async (...all: readonly (readonly [string, Date])[]) => {
        for (const [id, expiresAt] of all) {
          await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt }));
        }
      };

      test('ends pending attempts that expired within the span, and returns them with their orders', async () => {
        await beginAll(
          ['earlier', at(0)],
          ['old', at(0.001)],
          ['due', at(10)],
          ['new', at(10.001)],
        );
        await beginAll(['done', at(5)]);
        await one.recordOutcome(leaseOf('done'), IDENTIFIED);
        const abandoned = await one.abandonExpired(SPAN, 10);
        expect(abandoned.map(({ id }) => id).toSorted()).toEqual(['due', 'old']);
        expect(abandoned.map(({ progress }) => progress.order)).toEqual([
          pendingAuthentication().progress.order,
          pendingAuthentication().progress.order,
        ]);
        const expired = { state: 'ended', at: at(10), why: 'expired', hintCode: undefined };
        expect((await one.find('old'))?.progress).toEqual(expired);
        expect((await one.find('earlier'))?.progress.state).toBe('pending');
        expect((await one.find('new'))?.progress.state).toBe('pending');
        expect((await one.find('done'))?.progress.state).toBe('identified');
        expect(await outcomes()).toEqual(['expired', 'expired', 'identified']);
        expect(await one.abandonExpired(SPAN, 10)).toEqual([]);
      });

      test('returns no more than the limit at a time', async () => {
        await beginAll(['a', at(1)], ['b', at(1)], ['c', at(1)]);
        const taken = [await one.abandonExpired(SPAN, 2), await one.abandonExpired(SPAN, 2)];
        expect(taken.map(({ length }) => length)).toEqual([2, 1]);
      });

      test('returns each attempt to one of many callers', async () => {
        const ids = Array.from({ length: 30 }, (_, index) => `attempt-${index}`);
        await beginAll(...ids.map((id) => [id, at(5)] as const));
        const taken = await race(store.replicas, (replica) => replica.abandonExpired(SPAN, 5));
        const left = await one.abandonExpired(SPAN, 30);
        const all = [...taken.flat(), ...left].map(({ id }) => id);
        expect(all.toSorted()).toEqual(ids.toSorted());
        expect(await outcomes()).toHaveLength(30);
      });

      test('skips an attempt that another caller ends at the same time', async () => {
        for (let round = 0; round < 5; round += 1) {
          const id = `attempt-${round}`;
          await beginAll([id, at(5)]);
          const answers = await race(store.replicas, async (replica, racer) => {
            if (racer % 3 === 0) return (await replica.abandonExpired(SPAN, 5))[0];
            if (racer % 3 === 1) return replica.abandon(id, GIVEN_UP);
            return replica.recordOutcome(leaseOf(id), IDENTIFIED);
          });
          expect(winners(answers)).toHaveLength(1);
        }
        expect(await outcomes()).toHaveLength(5);
      });
    });

    describe('purging', () => {
      test('deletes attempts that expired before the moment, and no others', async () => {
        for (const [id, expiresAt] of [
          ['old', at(9.999)],
          ['due', at(10)],
          ['new', at(11)],
        ] as const) {
          await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt }));
        }
        expect(await one.purge(at(10), 100)).toBe(1);
        expect(await one.find('old')).toBeUndefined();
        expect((await one.find('due'))?.id).toBe('due');
        expect((await one.find('new'))?.id).toBe('new');
      });

      test('deletes no more than the limit at a time', async () => {
        for (const id of ['a', 'b', 'c']) {
          await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt: at(1) }));
        }
        const purged = [await one.purge(at(10), 2), await one.purge(at(10), 2)];
        expect([...purged, await one.purge(at(10), 2)]).toEqual([2, 1, 0]);
      });

      test('deletes attempts with a consumed result earlier, after their expiry', async () => {
        const consumed = async (id: string, expiresAt: Date, seconds: number) => {
          await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt }));
          const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
          await one.recordOutcome(leaseOf(id), outcome);
          await one.consumeResult(id, at(seconds));
        };
        await consumed('long-ago', at(5), 2);
        await consumed('just-now', at(5), 9);
        await consumed('not-expired', at(20), 2);
        await one.begin(
          pendingAuthentication({ id: 'nobody', loginId: undefined, expiresAt: at(5) }),
        );
        const before = { expired: at(10), consumed: at(9) };
        expect(await one.forgetUsed(before, 10)).toBe(1);
        expect(await one.find('long-ago')).toBeUndefined();
        for (const id of ['just-now', 'not-expired', 'nobody']) {
          expect((await one.find(id))?.id).toBe(id);
        }
        expect(await one.forgetUsed(before, 10)).toBe(0);
      });
    });

    async function outcomes(): Promise<readonly string[]> {
      return (await one.readEvents()).map(({ outcome }) => outcome).toSorted();
    }
  });
}

async function acquireLease(authentications: Authentications) {
  const lease = await authentications.acquireLease('attempt-1', { now: at(2), leaseUntil: at(12) });
  if (lease === undefined) throw new Error('the turn was not given');
  return lease;
}
