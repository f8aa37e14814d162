import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IdentifiedAuthentication } from 'eid-broker/domain/authentication';
import { PLAIN_LOGIN } from 'eid-broker/domain/intent';
import { race, winners } from '../races.ts';
import type { Replicas } from '../replicas.ts';
import { at, leaseAbout, leaseOf, pendingAuthentication } from '../sample-authentication.ts';
import {
  DECLINED,
  IDENTIFIED,
  NEWS,
  outcomesIn,
  type ReadableAuthentications,
  SIGNATURE,
} from './authentication-samples.ts';

/** How an attempt begins: with an order, or from a session. */
export function newAuthenticationsContract(opened: () => Replicas<ReadableAuthentications>): void {
  let store: Replicas<ReadableAuthentications>;
  let one: ReadableAuthentications;
  beforeEach(() => {
    store = opened();
    one = store.replicas[0];
  });

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

    test('finds the pending attempt of a person in the tenant, and no other', async () => {
      const person = '199006022397';
      const intent = { ...PLAIN_LOGIN, person };
      await one.begin(pendingAuthentication({ intent }));
      const { tenantId, expiresAt } = pendingAuthentication();
      const named = { tenantId, nationalId: person, now: at(1), except: 'attempt-2' };
      expect((await one.findPendingOf(named))?.id).toBe('attempt-1');
      for (const other of [
        { except: 'attempt-1' },
        { nationalId: '198001062390' },
        { tenantId: 'other' },
        { now: expiresAt },
      ]) {
        expect(await one.findPendingOf({ ...named, ...other })).toBeUndefined();
      }
      await one.recordOutcome(leaseOf('attempt-1'), DECLINED);
      expect(await one.findPendingOf(named)).toBeUndefined();
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
      expect(await outcomesIn(one)).toEqual(['remembered']);
    });
  });
}
