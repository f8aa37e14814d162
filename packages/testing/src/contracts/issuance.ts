import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Authentication } from 'eid-broker/domain/authentication';
import type { Artifact, Artifacts, Issuance } from 'eid-broker/ports/artifacts';
import type { Authentications } from 'eid-broker/ports/authentications';

import { race, winners } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at, leaseOf, PERSON, pendingAuthentication } from '../sample-authentication.ts';

/** The port, and the stores with its rows. */
export interface IssuanceStore {
  readonly issuance: Issuance;
  readonly authentications: Authentications;
  readonly artifacts: Artifacts;
}

const LOGIN = { kind: 'Interaction', id: 'login-1' };
const CODE: Artifact = {
  kind: 'AuthorizationCode',
  id: 'code-1',
  grantId: 'attempt-1',
  expiresAt: at(60),
  payload: { nonce: 'n', nested: { list: [1, 'two', null, true] } },
};
const TOKEN: Artifact = {
  ...CODE,
  kind: 'AccessToken',
  id: 'token-1',
  payload: { scope: 'openid' },
};
const ISSUED = { stored: CODE, login: LOGIN };
const NOTHING = { stored: undefined, login: undefined };

/** The contract of the port `Issuance`. */
export function issuanceContract(name: string, open: OpenReplicas<IssuanceStore>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<IssuanceStore>;
    let one: IssuanceStore;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
      await one.artifacts.put({ ...LOGIN, grantId: undefined, expiresAt: at(600), payload: {} });
    });
    afterEach(() => store.close());

    const find = ({ kind, id }: { readonly kind: string; readonly id: string }) =>
      one.artifacts.find(kind, id);
    const found = async (which: { readonly kind: string; readonly id: string }) =>
      (await find(which)) !== undefined;

    /** An attempt whose person the eID has identified. */
    async function identified(id = 'attempt-1'): Promise<Authentication> {
      await one.authentications.begin(pendingAuthentication({ id, loginId: `login of ${id}` }));
      const outcome = { state: 'identified', at: at(3), identity: PERSON } as const;
      await one.authentications.recordOutcome(leaseOf(id), outcome);
      return (await one.authentications.find(id))!;
    }

    describe('findWithGrant', () => {
      test('finds an artifact with the attempt that is its grant', async () => {
        const authentication = await identified();
        await one.artifacts.put(CODE);
        expect(await one.issuance.findWithGrant(CODE.kind, CODE.id)).toEqual({
          artifact: { payload: CODE.payload, consumedAt: undefined, consumedBy: undefined },
          grant: authentication,
        });
      });

      test('returns the current state of both', async () => {
        await identified();
        await one.artifacts.put(CODE);
        await one.artifacts.consume(CODE.kind, CODE.id, at(5), 'somebody');
        await one.authentications.consumeResult('attempt-1', at(4));
        expect(await one.issuance.findWithGrant(CODE.kind, CODE.id)).toMatchObject({
          artifact: { consumedAt: at(5), consumedBy: 'somebody' },
          grant: { id: 'attempt-1', consumedAt: at(4) },
        });
      });

      test('does not find an unknown artifact', async () => {
        await identified();
        await one.artifacts.put(CODE);
        expect(await one.issuance.findWithGrant(CODE.kind, 'code-2')).toBeUndefined();
        expect(await one.issuance.findWithGrant('AccessToken', CODE.id)).toBeUndefined();
      });

      test.each([
        ['has no grant', undefined],
        ['has one that is forgotten', 'attempt-0'],
      ])('finds an artifact that %s', async (_, grantId) => {
        await identified();
        await one.artifacts.put({ ...CODE, grantId });
        const got = await one.issuance.findWithGrant(CODE.kind, CODE.id);
        expect(got?.artifact.payload).toEqual(CODE.payload);
        expect(got?.grant).toBeUndefined();
      });
    });

    describe('issue', () => {
      test('consumes the result, stores the artifact for it and deletes the login', async () => {
        const authentication = await identified();
        expect(await one.issuance.issue(authentication, at(4), ISSUED)).toBe(true);
        expect(await one.authentications.find(authentication.id)).toEqual({
          ...authentication,
          consumedAt: at(4),
        });
        expect(await find(CODE)).toEqual({ payload: CODE.payload, consumedAt: undefined });
        expect(await found(LOGIN)).toBe(false);
        expect(await one.artifacts.consume(CODE.kind, CODE.id, at(5))).toBe(true);
      });

      test('stores it for the grant that it names', async () => {
        await one.issuance.issue(await identified(), at(4), ISSUED);
        await one.artifacts.removeByGrant(CODE.kind, 'attempt-1');
        expect(await found(CODE)).toBe(false);
      });

      test('can store nothing, and delete no login', async () => {
        const authentication = await identified();
        expect(await one.issuance.issue(authentication, at(4), NOTHING)).toBe(true);
        expect((await one.authentications.find(authentication.id))?.consumedAt).toEqual(at(4));
        expect([await found(CODE), await found(LOGIN)]).toEqual([false, true]);
      });

      test('accepts a login that is already deleted', async () => {
        const authentication = await identified();
        await one.artifacts.remove(LOGIN.kind, LOGIN.id);
        expect(await one.issuance.issue(authentication, at(4), ISSUED)).toBe(true);
        expect(await found(CODE)).toBe(true);
      });

      test('does nothing a second time', async () => {
        const authentication = await identified();
        await one.issuance.issue(authentication, at(4), NOTHING);
        expect(await one.issuance.issue(authentication, at(5), ISSUED)).toBe(false);
        expect((await one.authentications.find(authentication.id))?.consumedAt).toEqual(at(4));
        expect([await found(CODE), await found(LOGIN)]).toEqual([false, true]);
      });

      test('does nothing when the result was consumed otherwise', async () => {
        const authentication = await identified();
        await one.authentications.consumeResult(authentication.id, at(4));
        expect(await one.issuance.issue(authentication, at(5), ISSUED)).toBe(false);
        expect([await found(CODE), await found(LOGIN)]).toEqual([false, true]);
      });

      test('does nothing without an identified person', async () => {
        const pending = pendingAuthentication();
        await one.authentications.begin(pending);
        expect(await one.issuance.issue(pending, at(4), ISSUED)).toBe(false);
        const ending = { state: 'ended', at: at(5), why: 'declined', hintCode: undefined } as const;
        await one.authentications.abandon(pending.id, ending);
        expect(await one.issuance.issue(pending, at(6), ISSUED)).toBe(false);
        const unknown = pendingAuthentication({ id: 'nobody' });
        expect(await one.issuance.issue(unknown, at(6), ISSUED)).toBe(false);
        expect([await found(CODE), await found(LOGIN)]).toEqual([false, true]);
      });

      test('leaves other attempts alone', async () => {
        const [authentication, other] = [await identified(), await identified('attempt-2')];
        await one.issuance.issue(authentication, at(4), ISSUED);
        expect(await one.authentications.find(other.id)).toEqual(other);
      });

      test("lets one of many racing callers succeed, and stores that caller's artifact", async () => {
        const authentication = await identified();
        const answers = await race(store.replicas, ({ issuance }, racer) =>
          issuance.issue(authentication, at(racer), {
            stored: { ...CODE, id: `code of ${racer}` },
            login: LOGIN,
          }),
        );
        expect(winners(answers)).toEqual([true]);
        const stored = await Promise.all(
          answers.map((_, racer) => found({ ...CODE, id: `code of ${racer}` })),
        );
        expect(stored).toEqual(answers);
      });

      test('lets either this or a plain consumption succeed, never both', async () => {
        const authentication = await identified();
        const answers = await race(store.replicas, ({ issuance, authentications }, racer) =>
          racer % 2 === 0
            ? issuance.issue(authentication, at(4), {
                ...ISSUED,
                stored: { ...CODE, id: `${racer}` },
              })
            : authentications
                .consumeResult(authentication.id, at(5))
                .then((taken) => taken !== undefined),
        );
        expect(winners(answers)).toEqual([true]);
        const stored = await Promise.all(
          answers.map((_, racer) => found({ ...CODE, id: `${racer}` })),
        );
        expect(stored).toEqual(answers.map((answer, racer) => answer && racer % 2 === 0));
      });
    });

    describe('exchange', () => {
      beforeEach(() => one.artifacts.put(CODE));

      test('consumes the code and stores the tokens', async () => {
        expect(await one.issuance.exchange(CODE, at(5), TOKEN)).toBe(true);
        expect((await find(CODE))?.consumedAt).toEqual(at(5));
        expect(await find(TOKEN)).toEqual({ payload: TOKEN.payload, consumedAt: undefined });
      });

      test('stores it for the grant that it names', async () => {
        await one.issuance.exchange(CODE, at(5), TOKEN);
        await one.artifacts.removeByGrant(TOKEN.kind, 'attempt-1');
        expect([await found(CODE), await found(TOKEN)]).toEqual([true, false]);
      });

      test('stores nothing for a consumed code', async () => {
        await one.issuance.exchange(CODE, at(5), TOKEN);
        const second = { ...TOKEN, id: 'token-2' };
        expect(await one.issuance.exchange(CODE, at(6), second)).toBe(false);
        expect((await find(CODE))?.consumedAt).toEqual(at(5));
        expect(await found(second)).toBe(false);

        const other = { ...CODE, id: 'code-2' };
        await one.artifacts.put(other);
        await one.artifacts.consume(other.kind, other.id, at(6));
        expect(await one.issuance.exchange(other, at(7), second)).toBe(false);
        expect(await found(second)).toBe(false);
      });

      test('stores nothing for an unknown code', async () => {
        const answers = [
          await one.issuance.exchange({ ...CODE, id: 'code-2' }, at(5), TOKEN),
          await one.issuance.exchange({ ...CODE, kind: 'Interaction' }, at(5), TOKEN),
        ];
        expect(answers).toEqual([false, false]);
        expect(await found(TOKEN)).toBe(false);
      });

      test('leaves expiry to the caller', async () => {
        expect(await one.issuance.exchange(CODE, at(61), TOKEN)).toBe(true);
      });

      test("lets one of many racing callers succeed, and stores that caller's artifact", async () => {
        const answers = await race(store.replicas, ({ issuance }, racer) =>
          issuance.exchange(CODE, at(racer), { ...TOKEN, id: `token of ${racer}` }),
        );
        expect(winners(answers)).toEqual([true]);
        expect((await find(CODE))?.consumedAt).toEqual(at(answers.indexOf(true)));
        const stored = await Promise.all(
          answers.map((_, racer) => found({ ...TOKEN, id: `token of ${racer}` })),
        );
        expect(stored).toEqual(answers);
      });

      test('lets either this or a plain consumption succeed, never both', async () => {
        const answers = await race(store.replicas, ({ issuance, artifacts }, racer) =>
          racer % 2 === 0
            ? issuance.exchange(CODE, at(racer), { ...TOKEN, id: `${racer}` })
            : artifacts.consume(CODE.kind, CODE.id, at(racer)),
        );
        expect(winners(answers)).toEqual([true]);
        const stored = await Promise.all(
          answers.map((_, racer) => found({ ...TOKEN, id: `${racer}` })),
        );
        expect(stored).toEqual(answers.map((answer, racer) => answer && racer % 2 === 0));
      });
    });
  });
}
