import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Artifact, Artifacts } from 'eid-broker/ports/artifacts';
import type { Authentications, LeaseRequest, LoginLookup } from 'eid-broker/ports/authentications';

import { race } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at, leaseOf, PERSON, pendingAuthentication } from '../sample-authentication.ts';

const KIND = 'https://login.example.com Interaction';
const LOGIN: Artifact = {
  kind: KIND,
  id: 'login-1',
  grantId: undefined,
  expiresAt: at(900),
  payload: { params: { client_id: 'shop' } },
};
const STORED = { payload: LOGIN.payload, consumedAt: undefined, consumedBy: undefined };

/** The lookup with the stores that it reads. */
export interface LookupStores {
  readonly lookup: LoginLookup;
  readonly artifacts: Artifacts;
  readonly authentications: Authentications;
}

function leaseRequestAt(seconds: number): LeaseRequest {
  return { now: at(seconds), leaseUntil: at(seconds + 10) };
}

/** The contract of the port `LoginLookup`. */
export function loginLookupContract(name: string, open: OpenReplicas<LookupStores>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<LookupStores>;
    let one: LookupStores;

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    const begin = (own: Parameters<typeof pendingAuthentication>[0] = {}) =>
      one.authentications.begin(pendingAuthentication(own));

    test('finds nothing without the login, even with attempts of it', async () => {
      await begin();
      expect(await one.lookup.load(KIND, 'login-1')).toBeUndefined();
      expect(await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(2))).toBeUndefined();
      expect(await one.authentications.find('attempt-1')).toEqual(pendingAuthentication());
    });

    test('finds a login without an attempt', async () => {
      await one.artifacts.put(LOGIN);
      await begin({ loginId: 'login-2' });
      const { lookup } = one;
      expect(await lookup.load(KIND, 'login-1')).toEqual({ stored: STORED });
      expect(await lookup.load('another kind', 'login-1')).toBeUndefined();
      expect(await lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(2))).toEqual({
        stored: STORED,
      });
      expect(
        await lookup.loadAndLease('another kind', 'login-1', leaseRequestAt(2)),
      ).toBeUndefined();
    });

    test('finds the latest stored login, with its latest attempt', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      await one.authentications.recordOutcome(leaseOf('attempt-1'), {
        state: 'ended',
        at: at(1),
        why: 'expired',
        hintCode: undefined,
      });
      const latest = pendingAuthentication({ id: 'attempt-2', createdAt: at(-5) });
      await one.authentications.begin(latest);
      await one.artifacts.put({ ...LOGIN, payload: { result: { error: 'access_denied' } } });
      expect(await one.lookup.load(KIND, 'login-1')).toEqual({
        stored: { ...STORED, payload: { result: { error: 'access_denied' } } },
        snapshot: { authentication: latest, lease: undefined },
      });
    });

    test('finds an expired login, too', async () => {
      await one.artifacts.put({ ...LOGIN, expiresAt: at(-1) });
      expect(await one.lookup.load(KIND, 'login-1')).toEqual({ stored: STORED });
    });

    test('grants no lease without a request for it', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const found = await one.lookup.load(KIND, 'login-1');
      expect(found?.snapshot).toEqual({
        authentication: pendingAuthentication(),
        lease: undefined,
      });
      expect(await one.authentications.find('attempt-1')).toEqual(pendingAuthentication());
    });

    test('grants the lease when it is due, exactly like `acquireLease`', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const found = await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(2));
      const authentication = pendingAuthentication({}, { collectAfter: at(12) });
      const lease = { fencingToken: 1, began: at(2), until: at(12), authentication };
      expect(found?.snapshot).toEqual({ authentication, lease });
      expect(await one.authentications.find('attempt-1')).toEqual(authentication);
      const next = { now: at(12), leaseUntil: at(22) };
      expect(await one.authentications.acquireLease('attempt-1', next)).toMatchObject({
        fencingToken: 2,
      });
      expect(await one.authentications.recordOutcome(lease, { ...DECLINED })).toBeUndefined();
    });

    test('accepts results with such a lease', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const found = await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(2));
      const settled = await one.authentications.recordOutcome(found!.snapshot!.lease!, DECLINED);
      expect(settled?.progress).toEqual(DECLINED);
    });

    test('grants no lease before its time, and changes nothing', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const found = await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(1.999));
      expect(found?.snapshot).toEqual({
        authentication: pendingAuthentication(),
        lease: undefined,
      });
      expect(await one.authentications.find('attempt-1')).toEqual(pendingAuthentication());
    });

    test.each([
      ['the attempt', { authentication: at(60), login: at(900) }],
      ['its login', { authentication: at(420), login: at(60) }],
    ])('grants no lease after %s has expired', async (_, ends) => {
      await one.artifacts.put({ ...LOGIN, expiresAt: ends.login });
      await begin({ expiresAt: ends.authentication });
      const authentication = pendingAuthentication({ expiresAt: ends.authentication });
      const found = await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(60));
      expect(found?.snapshot).toEqual({ authentication, lease: undefined });
      expect(await one.authentications.find('attempt-1')).toEqual(authentication);
      const before = await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(59.999));
      expect(before?.snapshot?.lease).toMatchObject({ fencingToken: 1 });
    });

    test('grants no lease of an attempt that has ended', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const identified = { state: 'identified', at: at(5), identity: PERSON } as const;
      await one.authentications.recordOutcome(leaseOf('attempt-1'), identified);
      const found = await one.lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(20));
      expect(found?.snapshot).toEqual({
        authentication: { ...pendingAuthentication(), progress: identified },
        lease: undefined,
      });
    });

    test('grants the lease to one of many racing callers; all find the login', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const answers = await race(store.replicas, ({ lookup }) =>
        lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(2)),
      );
      expect(answers.filter((answer) => answer?.snapshot?.lease !== undefined)).toHaveLength(1);
      expect(answers.every((answer) => answer?.snapshot?.authentication.id === 'attempt-1')).toBe(
        true,
      );
    });

    test('grants one lease to racing lookups and lease requests', async () => {
      await one.artifacts.put(LOGIN);
      await begin();
      const leases = await race(store.replicas, async ({ lookup, authentications }, racer) =>
        racer % 2 === 0
          ? (await lookup.loadAndLease(KIND, 'login-1', leaseRequestAt(2)))?.snapshot?.lease
          : authentications.acquireLease('attempt-1', leaseRequestAt(2)),
      );
      expect(leases.filter((lease) => lease !== undefined)).toMatchObject([{ fencingToken: 1 }]);
    });
  });
}

const DECLINED = { state: 'ended', at: at(5), why: 'declined', hintCode: 'userCancel' } as const;
