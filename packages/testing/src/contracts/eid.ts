import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EidOffer } from 'eid-broker/domain/eid-offer';
import type { JsonObject } from 'eid-broker/domain/json';
import type { Language } from 'eid-broker/domain/language';
import type { IdentifyRequest, LaunchData, OrderEid } from 'eid-broker/ports/eid';
import type { Clock } from 'eid-broker/ports/runtime';

import { IDENTIFY_REQUEST } from '../identify-request.ts';
import { expectIdentityOf, expectOffer } from './eid-offer.ts';

/** An eID with a counterpart that a test controls. */
export interface EidUnderTest {
  readonly offer: EidOffer;
  readonly eid: OrderEid;
  /** The same eID with an unreachable counterpart. */
  readonly unreachable: OrderEid;
  readonly clock: Clock;
  /** The test person that the counterpart identifies. */
  readonly person: Person;
  /** Advances beyond the eID's time limit for opening an order. */
  letStartWindowPass(): Promise<void>;
  close(): Promise<void>;
}

/** Actions of a person in the eID's app on the order of this launch data. */
export interface Person {
  readonly nationalId: string;
  open(launchData: LaunchData): Promise<void>;
  approve(order: JsonObject): Promise<void>;
  decline(order: JsonObject): Promise<void>;
}

const LANGUAGES: readonly Language[] = ['sv', 'da', 'nb', 'fi', 'en'];

const identify: IdentifyRequest = {
  ...IDENTIFY_REQUEST,
  browser: { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' },
};

/** The contract of every eID adapter. `setUp` is called once. */
export function eidContract(name: string, setUp: () => Promise<EidUnderTest>): void {
  describe(`${name} as an eID`, () => {
    let it: EidUnderTest;
    beforeAll(async () => {
      it = await setUp();
    });
    afterAll(async () => {
      await it.close();
    });

    /** Starts an order and stores it, as the service does. */
    async function start(change: Partial<IdentifyRequest> = {}): Promise<JsonObject> {
      return JSON.parse(JSON.stringify(await it.eid.start({ ...identify, ...change })));
    }

    /** Starts an order that the person has opened. */
    async function startOpened(change: Partial<IdentifyRequest> = {}): Promise<JsonObject> {
      const order = await start(change);
      await it.person.open(it.eid.launchData(order, it.clock())!);
      return order;
    }

    const claimNames = () => it.offer.claims.map(({ name }) => name);

    test('offers unique and well-formed acr values and claims', () => {
      expectOffer(it.offer);
      expect(it.eid.title).not.toBe('');
    });

    test('has no person at first', async () => {
      const order = await start();
      expect(await it.eid.collect(order)).toMatchObject({
        state: 'pending',
        stage: 'first-interaction',
      });
      await it.eid.cancel?.(order);
    });

    test('has launch data, which is the same within one second', async () => {
      const order = await start();
      const at = it.clock();
      const launchData = it.eid.launchData(order, at)!;
      expect(Object.values(launchData).some((value) => value !== undefined)).toBe(true);
      expect(it.eid.launchData(order, at)).toEqual(launchData);
      await it.eid.cancel?.(order);
    });

    test('stays pending, with another stage, after the person has opened the order', async () => {
      const order = await startOpened();
      const progress = await it.eid.collect(order);
      expect(progress).toMatchObject({ state: 'pending' });
      const hintCode = progress.state === 'pending' ? progress.hintCode : '';
      expect(it.eid.isOpened(hintCode)).toBe(true);
      expect([it.eid.firstHintCode ?? '', ''].map(it.eid.isOpened)).toEqual([false, false]);
      await it.eid.cancel?.(order);
    });

    test('identifies the person who approves, with claims that it offers', async () => {
      const order = await startOpened();
      await it.person.approve(order);
      const progress = await it.eid.collect(order);
      if (progress.state !== 'identified') throw new Error(`not identified: ${progress.state}`);
      expect(progress.identity.nationalId).toBe(it.person.nationalId);
      expectIdentityOf(it.offer, progress.identity);
    });

    test('returns evidence only on request', async () => {
      const scopesOf = async (evidence: boolean) => {
        const order = await startOpened({ evidence });
        await it.person.approve(order);
        const progress = await it.eid.collect(order);
        if (progress.state !== 'identified') throw new Error(`not identified: ${progress.state}`);
        return Object.keys(progress.identity.scopedClaims);
      };
      expect(await scopesOf(false)).not.toContain('evidence');
      if (!claimNames().includes('evidence')) return;
      expect(await scopesOf(true)).toContain('evidence');
    });

    test('lets the named person approve', async () => {
      const order = await startOpened({ person: it.person.nationalId });
      await it.person.approve(order);
      expect(await it.eid.collect(order)).toMatchObject({
        state: 'identified',
        identity: { nationalId: it.person.nationalId },
      });
    });

    test('returns its final result once: afterwards the order is lost', async () => {
      const order = await startOpened();
      await it.person.approve(order);
      await it.eid.collect(order);
      expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
    });

    test('ends when the person declines', async () => {
      const order = await startOpened();
      await it.person.decline(order);
      expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'declined' });
    });

    test('ends when the order is not opened in time', async () => {
      const order = await start();
      await it.letStartWindowPass();
      expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'not-opened' });
    });

    test('keeps orders apart', async () => {
      const other = await start();
      const order = await startOpened();
      await it.person.approve(order);
      expect(await it.eid.collect(other)).toMatchObject({ state: 'pending' });
      expect(await it.eid.collect(order)).toMatchObject({ state: 'identified' });
      await it.eid.cancel?.(other);
    });

    test('does not find a cancelled order', async () => {
      const order = await start();
      await it.eid.cancel?.(order);
      expect(await it.eid.collect(order)).toMatchObject({ state: 'ended', why: 'lost' });
    });

    test('treats a repeated cancellation as success', async () => {
      const order = await start();
      await it.eid.cancel?.(order);
      expect(await it.eid.cancel?.(order)).toBeUndefined();
    });

    test('starts orders for the same device too', async () => {
      const returnUrl = 'https://login.example/login/1/return?nonce=abc';
      const order = await start({ device: 'same', returnUrl });
      expect(await it.eid.collect(order)).toMatchObject({ state: 'pending' });
      await it.eid.cancel?.(order);
    });

    test("reports the expiry of its certificates, and of the server's after the first call", async () => {
      const order = await start();
      await it.eid.cancel?.(order);
      const certificates = it.eid.certificates();
      expect(certificates.map(({ use }) => use)).toEqual(
        expect.arrayContaining(['client', 'authority', 'server']),
      );
      for (const { name, expiresAt } of certificates) {
        expect(name).not.toBe('');
        expect(expiresAt.getTime()).toBeGreaterThan(it.clock().getTime());
      }
      expect(it.unreachable.certificates().map(({ use }) => use)).not.toContain('server');
    });

    test('can be closed, more than once', async () => {
      await it.unreachable.close();
      await it.unreachable.close();
    });

    test('has words for every hint code in every language, pending or ended', () => {
      for (const language of LANGUAGES) {
        for (const ended of [false, true]) {
          const about = { language, device: 'other', mobile: false, ended } as const;
          expect(it.eid.texts('an unknown hint code', about)).toMatch(/\S/);
          expect(it.eid.texts('', about)).toMatch(/\S/);
        }
      }
    });

    test('is unavailable with an unreachable counterpart, and a cancellation succeeds', async () => {
      const order = await start();
      const unavailable = { name: 'Failure', code: 'eid-unavailable' };
      await expect(it.unreachable.start(identify)).rejects.toMatchObject(unavailable);
      await expect(it.unreachable.collect(order)).rejects.toMatchObject(unavailable);
      expect(await it.unreachable.cancel?.(order)).toBeUndefined();
      await it.eid.cancel?.(order);
    });
  });
}
