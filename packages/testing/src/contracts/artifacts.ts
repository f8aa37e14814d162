import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Artifact, Artifacts } from 'eid-broker/ports/artifacts';
import { race, winners } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at } from '../sample-authentication.ts';

const CODE: Artifact = {
  kind: 'AuthorizationCode',
  id: 'code-1',
  grantId: 'grant-1',
  expiresAt: at(60),
  payload: { nonce: 'n', nested: { list: [1, 'two', null, true] } },
};

/** The contract of the port `Artifacts`. */
export function artifactsContract(name: string, open: OpenReplicas<Artifacts>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<Artifacts>;
    let one: Artifacts;
    let now: Date;

    beforeEach(async () => {
      now = at(0);
      store = await open(() => now);
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    const payloadOf = async (kind: string, id: string) => (await one.find(kind, id))?.payload;

    test('stores an artifact and finds it', async () => {
      await one.put(CODE);
      const found = await one.find('AuthorizationCode', 'code-1');
      expect(found).toEqual({ payload: CODE.payload, consumedAt: undefined });
    });

    test('replaces an artifact of the same kind and id, including its grant', async () => {
      await one.put(CODE);
      await one.put({ ...CODE, grantId: 'grant-2', payload: { nonce: 'other' } });
      await one.removeByGrant('AuthorizationCode', 'grant-1');
      expect(await payloadOf('AuthorizationCode', 'code-1')).toEqual({ nonce: 'other' });
      await one.removeByGrant('AuthorizationCode', 'grant-2');
      expect(await one.find('AuthorizationCode', 'code-1')).toBeUndefined();
    });

    test('keeps kinds apart: an id of one kind does not exist in another', async () => {
      await one.put(CODE);
      expect(await one.find('Interaction', 'code-1')).toBeUndefined();
      expect(await one.consume('Interaction', 'code-1', at(1))).toBe(false);
      await one.remove('Interaction', 'code-1');
      await one.removeByGrant('Interaction', 'grant-1');
      await one.put({ ...CODE, kind: 'Interaction', payload: {} });
      const found = await one.find('AuthorizationCode', 'code-1');
      expect(found).toEqual({ payload: CODE.payload, consumedAt: undefined });
    });

    test('distinguishes kind and id, however their text is split', async () => {
      await one.put({ ...CODE, kind: 'ab', id: 'c' });
      expect(await one.find('a', 'bc')).toBeUndefined();
    });

    test('finds expired artifacts: the caller checks expiry', async () => {
      await one.put(CODE);
      now = at(61);
      expect(await payloadOf('AuthorizationCode', 'code-1')).toEqual(CODE.payload);
    });

    test('consumes once and stores the time', async () => {
      await one.put(CODE);
      expect(await one.consume('AuthorizationCode', 'code-1', at(5))).toBe(true);
      expect(await one.consume('AuthorizationCode', 'code-1', at(6))).toBe(false);
      const found = await one.find('AuthorizationCode', 'code-1');
      expect(found).toEqual({ payload: CODE.payload, consumedAt: at(5) });
    });

    test('keeps the first consumer when another one follows', async () => {
      await one.put(CODE);
      await one.consume('AuthorizationCode', 'code-1', at(5), 'the first');
      await one.consume('AuthorizationCode', 'code-1', at(6), 'the second');
      await one.put(CODE);
      const found = await one.find('AuthorizationCode', 'code-1');
      expect(found).toMatchObject({ consumedAt: at(5), consumedBy: 'the first' });
    });

    test('keeps a replaced artifact consumed: a code cannot be refilled', async () => {
      await one.put(CODE);
      await one.consume('AuthorizationCode', 'code-1', at(5));
      await one.put(CODE);
      expect((await one.find('AuthorizationCode', 'code-1'))?.consumedAt).toEqual(at(5));
      expect(await one.consume('AuthorizationCode', 'code-1', at(6))).toBe(false);
    });

    test('consumes no unknown artifact', async () => {
      expect(await one.consume('AuthorizationCode', 'code-1', at(5))).toBe(false);
    });

    test('lets one of many racing callers consume', async () => {
      await one.put(CODE);
      const answers = await race(store.replicas, (replica, racer) =>
        replica.consume('AuthorizationCode', 'code-1', at(racer)),
      );
      expect(winners(answers)).toEqual([true]);
      const found = await one.find('AuthorizationCode', 'code-1');
      expect(found?.consumedAt).toEqual(at(answers.indexOf(true)));
    });

    test('lets an id be claimed once', async () => {
      expect(await one.claimOnce('assertion', 'jti-1', at(900))).toBe(true);
      expect(await one.claimOnce('assertion', 'jti-1', at(900))).toBe(false);
      expect(await one.claimOnce('assertion', 'jti-2', at(900))).toBe(true);
      expect(await one.claimOnce('other', 'jti-1', at(900))).toBe(true);
    });

    test('lets an id be claimed again only after its time', async () => {
      await one.claimOnce('assertion', 'jti-1', at(900));
      now = at(900);
      expect(await one.claimOnce('assertion', 'jti-1', at(1800))).toBe(false);
      now = at(900.001);
      expect(await one.claimOnce('assertion', 'jti-1', at(1800))).toBe(true);
      expect(await one.claimOnce('assertion', 'jti-1', at(1800))).toBe(false);
    });

    test('lets one of many racing callers claim', async () => {
      const claim = (replica: Artifacts) => replica.claimOnce('assertion', 'jti-1', at(900));
      expect(winners(await race(store.replicas, claim))).toEqual([true]);
    });

    test('lets one of many racing callers claim an expired id', async () => {
      await one.claimOnce('assertion', 'jti-1', at(10));
      now = at(20);
      const claim = (replica: Artifacts) => replica.claimOnce('assertion', 'jti-1', at(900));
      expect(winners(await race(store.replicas, claim))).toEqual([true]);
    });

    test('finds a claimed id with an empty payload', async () => {
      await one.claimOnce('assertion', 'jti-1', at(900));
      const found = await one.find('assertion', 'jti-1');
      expect(found).toEqual({ payload: {}, consumedAt: undefined });
    });

    test('deletes an artifact; deleting it again has no effect', async () => {
      await one.put(CODE);
      await one.remove('AuthorizationCode', 'code-1');
      await one.remove('AuthorizationCode', 'code-1');
      expect(await one.find('AuthorizationCode', 'code-1')).toBeUndefined();
    });

    test('deletes all artifacts of one kind of a grant, and no others', async () => {
      await one.put(CODE);
      await one.put({ ...CODE, id: 'code-2' });
      await one.put({ ...CODE, id: 'code-3', grantId: 'grant-2' });
      await one.put({ ...CODE, id: 'code-4', grantId: undefined });
      await one.put({ ...CODE, kind: 'AccessToken' });
      await one.removeByGrant('AuthorizationCode', 'grant-1');
      const ids = ['code-1', 'code-2', 'code-3', 'code-4'];
      const found = await Promise.all(ids.map((id) => one.find('AuthorizationCode', id)));
      expect(found.map((artifact) => artifact !== undefined)).toEqual([false, false, true, true]);
      expect(await payloadOf('AccessToken', 'code-1')).toEqual(CODE.payload);
    });

    test('purges artifacts expired before the moment, up to the limit at a time', async () => {
      for (const [id, expiresAt] of [
        ['a', at(1)],
        ['b', at(2)],
        ['c', at(9.999)],
        ['d', at(10)],
      ] as const) {
        await one.put({ ...CODE, id, expiresAt });
      }
      const purged = [await one.purge(at(10), 2), await one.purge(at(10), 2)];
      expect([...purged, await one.purge(at(10), 2)]).toEqual([2, 1, 0]);
      expect(await payloadOf('AuthorizationCode', 'd')).toEqual(CODE.payload);
    });

    test('returns copies: changes to a returned object have no effect on the store', async () => {
      const payload = { nested: { list: ['one'] } };
      await one.put({ ...CODE, payload });
      payload.nested.list.push('two');
      expect(await payloadOf('AuthorizationCode', 'code-1')).toEqual({ nested: { list: ['one'] } });
    });
  });
}
