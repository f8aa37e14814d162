import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Authentications, Outcome } from '../../src/ports/authentications.ts';
import { race, winners } from '../support/races.ts';
import type { OpenReplicas, Replicas } from '../support/replicas.ts';
import { at, PERSON, pendingAuthentication, turnOf } from '../support/sample-authentication.ts';

const IDENTIFIED: Outcome = { state: 'identified', at: at(5), identity: PERSON };
const DECLINED: Outcome = { state: 'ended', at: at(5), why: 'declined', hint: 'userCancel' };
const NEWS = {
  stage: 'identification',
  hint: 'userSign',
  order: { reference: 'order-2', nested: { list: [1, 'two', null, true] } },
  collectAfter: at(4),
} as const;

/** Every promise of the port `Authentications`. */
export function authenticationsContract(name: string, open: OpenReplicas<Authentications>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<Authentications>;
    let one: Authentications;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    describe('beginning', () => {
      test('stores an attempt exactly as it was given', async () => {
        const secrets = { returnNonce: 'nonce-1', browserSecret: 'browser-1' };
        const attempt = pendingAuthentication({ device: 'same', ...secrets });
        expect(await one.begin(attempt)).toBe(true);
        expect(await one.find('attempt-1')).toEqual(attempt);
        expect(await one.findLatest('login-1')).toEqual(attempt);
      });

      test('stores what is absent as absent', async () => {
        const attempt = pendingAuthentication({ loginId: undefined, device: undefined });
        await one.begin(attempt);
        expect(await one.find('attempt-1')).toEqual(attempt);
      });

      test('stores an attempt whose order is still being started, and gives it its order', async () => {
        const reserved = pendingAuthentication({}, { order: undefined });
        await one.begin(reserved);
        expect(await one.find('attempt-1')).toEqual(reserved);
        const recorded = await one.recordPending({ number: 0, attempt: reserved }, NEWS);
        expect(recorded?.progress).toEqual({ state: 'pending', ...NEWS });
        const later = { ...NEWS, order: undefined, collectAfter: at(6) };
        expect(
          (await one.recordPending({ number: 0, attempt: reserved }, later))?.progress,
        ).toEqual({
          state: 'pending',
          ...NEWS,
          collectAfter: at(6),
        });
      });

      test('is undone by discarding, as long as there is no order', async () => {
        await one.begin(pendingAuthentication({}, { order: undefined }));
        await one.discard('attempt-1');
        expect(await one.find('attempt-1')).toBeUndefined();
        await one.begin(pendingAuthentication());
        await one.discard('attempt-1');
        await one.discard('nobody');
        expect(await one.find('attempt-1')).toEqual(pendingAuthentication());
      });

      test('finds nothing that was never begun', async () => {
        expect(await one.find('attempt-1')).toBeUndefined();
        expect(await one.findLatest('login-1')).toBeUndefined();
      });

      test('refuses a second attempt of a login while the first one is pending', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.begin(pendingAuthentication({ id: 'attempt-2' }))).toBe(false);
        expect(await one.find('attempt-2')).toBeUndefined();
        expect((await one.findLatest('login-1'))?.id).toBe('attempt-1');
      });

      test('lets a login try again when its attempt has ended', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(turnOf('attempt-1'), DECLINED);
        // Begun later, by a replica whose clock is behind.
        const again = pendingAuthentication({ id: 'attempt-2', createdAt: at(-6) });
        expect(await one.begin(again)).toBe(true);
        expect(await one.findLatest('login-1')).toEqual(again);
      });

      test('lets attempts of no login, and of other logins, live side by side', async () => {
        const begun = [
          await one.begin(pendingAuthentication({ id: 'a', loginId: undefined })),
          await one.begin(pendingAuthentication({ id: 'b', loginId: undefined })),
          await one.begin(pendingAuthentication({ id: 'c', loginId: 'login-2' })),
          await one.begin(pendingAuthentication({ id: 'd', loginId: 'login-3' })),
        ];
        expect(begun).toEqual([true, true, true, true]);
        expect((await one.findLatest('login-2'))?.id).toBe('c');
      });

      test('throws when an id is used twice', async () => {
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

    describe('turns', () => {
      test('come not before their time', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.takeTurn('attempt-1', { now: at(1.999), leaseUntil: at(12) })).toBe(
          undefined,
        );
        const turn = await one.takeTurn('attempt-1', { now: at(2), leaseUntil: at(12) });
        expect(turn).toEqual({ number: 1, attempt: await one.find('attempt-1') });
      });

      test('belong to one caller until the lease ends, then to the next with a higher number', async () => {
        await one.begin(pendingAuthentication());
        await one.takeTurn('attempt-1', { now: at(2), leaseUntil: at(12) });
        expect(await one.takeTurn('attempt-1', { now: at(11), leaseUntil: at(21) })).toBe(
          undefined,
        );
        const next = await one.takeTurn('attempt-1', { now: at(12), leaseUntil: at(22) });
        expect(next).toMatchObject({ number: 2, attempt: { id: 'attempt-1' } });
      });

      test('go to one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, (replica) =>
          replica.takeTurn('attempt-1', { now: at(2), leaseUntil: at(12) }),
        );
        expect(winners(answers)).toMatchObject([{ number: 1, attempt: { id: 'attempt-1' } }]);
      });

      test('are not given for attempts that are final or unknown', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(turnOf('attempt-1'), IDENTIFIED);
        const when = { now: at(100), leaseUntil: at(110) };
        expect(await one.takeTurn('attempt-1', when)).toBeUndefined();
        expect(await one.takeTurn('nobody', when)).toBeUndefined();
      });
    });

    describe('news of a pending order', () => {
      test('replace what was known, and answer the attempt as it then stands', async () => {
        const attempt = pendingAuthentication();
        await one.begin(attempt);
        const turn = await takeTurn(one);
        const expected = { ...attempt, progress: { state: 'pending', ...NEWS } };
        expect(await one.recordPending(turn, NEWS)).toEqual(expected);
        expect(await one.find('attempt-1')).toEqual(expected);
      });

      test('free the turn for the time they name', async () => {
        await one.begin(pendingAuthentication());
        await one.recordPending(await takeTurn(one), NEWS);
        const early = await one.takeTurn('attempt-1', { now: at(3.9), leaseUntil: at(20) });
        const due = await one.takeTurn('attempt-1', { now: at(4), leaseUntil: at(20) });
        expect(early).toBeUndefined();
        expect(due).toMatchObject({ number: 2, attempt: { progress: { order: NEWS.order } } });
      });

      test('change nothing when the turn was lost meanwhile', async () => {
        await one.begin(pendingAuthentication());
        const lost = await takeTurn(one);
        await one.takeTurn('attempt-1', { now: at(12), leaseUntil: at(22) });
        const before = await one.find('attempt-1');
        expect(await one.recordPending(lost, NEWS)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(before);
      });

      test('change nothing when the attempt is final', async () => {
        await one.begin(pendingAuthentication());
        const turn = await takeTurn(one);
        const final = await one.recordOutcome(turn, DECLINED);
        expect(await one.recordPending(turn, NEWS)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(final);
      });
    });

    describe('final answers', () => {
      test('of an identified person are stored whole', async () => {
        const attempt = pendingAuthentication();
        await one.begin(attempt);
        const expected = { ...attempt, progress: IDENTIFIED };
        expect(await one.recordOutcome(turnOf('attempt-1'), IDENTIFIED)).toEqual(expected);
        expect(await one.find('attempt-1')).toEqual(expected);
      });

      test('of an end are stored whole', async () => {
        const attempt = pendingAuthentication();
        await one.begin(attempt);
        const expected = { ...attempt, progress: DECLINED };
        expect(await one.recordOutcome(turnOf('attempt-1'), DECLINED)).toEqual(expected);
        expect(await one.findLatest('login-1')).toEqual(expected);
      });

      test.each([
        ['identified', IDENTIFIED, DECLINED],
        ['ended', DECLINED, IDENTIFIED],
      ])('absorb: once %s, later answers change nothing', async (_state, first, second) => {
        await one.begin(pendingAuthentication());
        const settled = await one.recordOutcome(turnOf('attempt-1'), first);
        expect(await one.recordOutcome(turnOf('attempt-1'), second)).toBeUndefined();
        expect(await one.recordOutcome(turnOf('attempt-1'), first)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(settled);
      });

      test('racing, one of many is stored', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, (replica, racer) =>
          replica.recordOutcome(turnOf('attempt-1'), racer % 2 === 0 ? IDENTIFIED : DECLINED),
        );
        const [winner, ...others] = winners(answers);
        expect(others).toEqual([]);
        expect(await one.find('attempt-1')).toEqual(winner);
      });

      test('of an end count in the latest turn only; a person counts always', async () => {
        await one.begin(pendingAuthentication());
        const old = await takeTurn(one);
        await one.takeTurn('attempt-1', { now: at(12), leaseUntil: at(22) });
        expect(await one.recordOutcome(old, DECLINED)).toBeUndefined();
        expect((await one.find('attempt-1'))?.progress.state).toBe('pending');
        expect((await one.recordOutcome(old, IDENTIFIED))?.progress).toEqual(IDENTIFIED);
      });

      test('of unknown attempts are ignored', async () => {
        expect(await one.recordOutcome(turnOf('nobody'), DECLINED)).toBeUndefined();
      });
    });

    describe('abandoning', () => {
      const ending = { state: 'ended', at: at(6), why: 'declined', hint: undefined } as const;

      test('ends the attempt and answers it with the order that it had to the last', async () => {
        const attempt = pendingAuthentication();
        await one.begin(attempt);
        await one.recordPending(await takeTurn(one), NEWS);
        const before = { ...attempt, progress: { state: 'pending', ...NEWS } };
        expect(await one.abandon('attempt-1', ending)).toEqual(before);
        expect(await one.find('attempt-1')).toEqual({ ...attempt, progress: ending });
      });

      test('is for one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        const answers = await race(store.replicas, (replica) =>
          replica.abandon('attempt-1', ending),
        );
        expect(winners(answers)).toHaveLength(1);
      });

      test('changes nothing about attempts that are final or unknown', async () => {
        await one.begin(pendingAuthentication());
        const settled = await one.recordOutcome(turnOf('attempt-1'), IDENTIFIED);
        expect(await one.abandon('attempt-1', ending)).toBeUndefined();
        expect(await one.abandon('nobody', ending)).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(settled);
      });
    });

    describe('the return of the browser', () => {
      test.each(['here', 'elsewhere'] as const)('counts once: first %s', async (where) => {
        const attempt = pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' });
        await one.begin(attempt);
        expect(await one.recordReturn('attempt-1', where)).toBe(true);
        expect(await one.recordReturn('attempt-1', 'here')).toBe(false);
        expect(await one.recordReturn('attempt-1', 'elsewhere')).toBe(false);
        expect(await one.find('attempt-1')).toEqual({ ...attempt, returned: where });
      });

      test('racing, is either here or elsewhere', async () => {
        await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
        const answers = await race(store.replicas, async (replica, racer) => {
          const where = racer % 2 === 0 ? 'here' : 'elsewhere';
          return (await replica.recordReturn('attempt-1', where)) && where;
        });
        expect(winners(answers)).toEqual([(await one.find('attempt-1'))?.returned]);
      });

      test('counts before and after the eID has answered', async () => {
        await one.begin(pendingAuthentication({ device: 'same', returnNonce: 'nonce-1' }));
        await one.recordOutcome(turnOf('attempt-1'), IDENTIFIED);
        expect(await one.recordReturn('attempt-1', 'here')).toBe(true);
        expect(await one.find('attempt-1')).toMatchObject({
          returned: 'here',
          progress: IDENTIFIED,
        });
      });

      test('to an unknown attempt does not count', async () => {
        expect(await one.recordReturn('nobody', 'here')).toBe(false);
      });
    });

    describe('handing out', () => {
      test('gives the person out exactly once', async () => {
        const attempt = pendingAuthentication();
        await one.begin(attempt);
        await one.recordOutcome(turnOf('attempt-1'), IDENTIFIED);
        const expected = { ...attempt, progress: IDENTIFIED, handedOutAt: at(7) };
        expect(await one.handOut('attempt-1', at(7))).toEqual(expected);
        expect(await one.handOut('attempt-1', at(8))).toBeUndefined();
        expect(await one.find('attempt-1')).toEqual(expected);
      });

      test('gives the person to one of many racing callers', async () => {
        await one.begin(pendingAuthentication());
        await one.recordOutcome(turnOf('attempt-1'), IDENTIFIED);
        const answers = await race(store.replicas, (replica, racer) =>
          replica.handOut('attempt-1', at(10 + racer)),
        );
        const [winner, ...others] = winners(answers);
        expect(others).toEqual([]);
        expect(await one.find('attempt-1')).toEqual(winner);
      });

      test('gives nobody out while pending, after an end, or of an unknown attempt', async () => {
        await one.begin(pendingAuthentication());
        expect(await one.handOut('attempt-1', at(3))).toBeUndefined();
        await one.recordOutcome(turnOf('attempt-1'), DECLINED);
        expect(await one.handOut('attempt-1', at(6))).toBeUndefined();
        expect(await one.handOut('nobody', at(6))).toBeUndefined();
        expect((await one.find('attempt-1'))?.handedOutAt).toBeUndefined();
      });
    });

    describe('purging', () => {
      test('forgets what expired before the moment, and nothing else', async () => {
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

      test('forgets no more than the limit at a time', async () => {
        for (const id of ['a', 'b', 'c']) {
          await one.begin(pendingAuthentication({ id, loginId: undefined, expiresAt: at(1) }));
        }
        const purged = [await one.purge(at(10), 2), await one.purge(at(10), 2)];
        expect([...purged, await one.purge(at(10), 2)]).toEqual([2, 1, 0]);
      });
    });
  });
}

async function takeTurn(authentications: Authentications) {
  const turn = await authentications.takeTurn('attempt-1', { now: at(2), leaseUntil: at(12) });
  if (turn === undefined) throw new Error('the turn was not given');
  return turn;
}
