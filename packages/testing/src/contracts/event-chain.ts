import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Head, Link } from 'eid-broker/domain/event-chain';
import type { Authentications } from 'eid-broker/ports/authentications';
import type { EventChain, MakeLink } from 'eid-broker/ports/events';

import { race } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { at, leaseAbout, PERSON, pendingAuthentication } from '../sample-authentication.ts';

/** The chains, and the attempts that create the events. */
export interface ChainedEvents extends EventChain {
  readonly authentications: Authentications;
}

/** The contract of the port `EventChain`. */
export function eventChainContract(name: string, open: OpenReplicas<ChainedEvents>): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<ChainedEvents>;
    let one: ChainedEvents;
    let sealedAt = at(0);

    beforeEach(async () => {
      store = await open(() => at(0));
      one = store.replicas[0];
      sealedAt = at(0);
    });
    afterEach(() => store.close());

    async function happened(...ids: readonly string[]): Promise<void> {
      for (const id of ids) {
        const tenantId = id.split('-')[0] ?? '';
        const authentication = pendingAuthentication({ id, tenantId, loginId: undefined });
        await one.authentications.begin(authentication);
        const outcome = { state: 'identified', at: at(1), identity: PERSON } as const;
        await one.authentications.recordOutcome(leaseAbout(authentication), outcome);
      }
    }

    const link = (tenantId: string, head: Head, own: Partial<Link>): Link => ({
      tenantId,
      number: head.number + 1,
      kind: 'events',
      eventMacs: [],
      note: undefined,
      firstPosition: head.position + 1,
      lastPosition: head.position,
      keyName: 'key',
      mac: encoded(`after ${head.mac}`),
      sealedAt,
      ...own,
    });
    const make: MakeLink = (tenantId, head, events) =>
      link(tenantId, head, {
        lastPosition: head.position + events.length,
        eventMacs: events.map(({ facts: { authenticationId } }) =>
          encoded(`of ${authenticationId}`),
        ),
      });
    const note = (tenantId: string, head: Head) => link(tenantId, head, { kind: 'restore' });
    const removalLink = (tenantId: string, head: Head, removed: Head) =>
      link(tenantId, head, { kind: 'removal', note: `${removed.number} ${removed.mac}` });

    const positionsOf = async (tenantId: string) =>
      (await one.events(tenantId, 1, 1000)).map(({ position, facts }) => [
        position,
        facts.authenticationId,
      ]);

    test('is empty at first', async () => {
      expect(await one.seal(10, make)).toBe(0);
      expect(await one.tenants()).toEqual([]);
      expect(await one.heads()).toEqual([]);
      expect(await one.links('a', 1, 10)).toEqual([]);
      expect(await one.lastRemoval('a')).toBeUndefined();
      expect(await one.sealedFrom('a', at(0))).toBeUndefined();
    });

    test('seals the events of each tenant in the order of writing', async () => {
      await happened('b-1', 'a-1', 'b-2', 'a-2', 'b-3');
      expect(await one.unsealed()).toBe(5);
      expect(await one.tenants()).toEqual(['a', 'b']);
      expect(await one.seal(3, make)).toBe(3);
      expect(await one.seal(3, make)).toBe(2);
      expect(await one.seal(3, make)).toBe(0);

      expect(await positionsOf('a')).toEqual([
        [1, 'a-1'],
        [2, 'a-2'],
      ]);
      expect(await positionsOf('b')).toEqual([
        [1, 'b-1'],
        [2, 'b-2'],
        [3, 'b-3'],
      ]);
      expect(await one.links('b', 1, 10)).toEqual([
        link(
          'b',
          { number: 0, position: 0, mac: '' },
          { lastPosition: 2, eventMacs: ['of b-1', 'of b-2'].map(encoded) },
        ),
        link(
          'b',
          { number: 1, position: 2, mac: encoded('after ') },
          { lastPosition: 3, eventMacs: [encoded('of b-3')] },
        ),
      ]);
      expect(await one.heads()).toEqual([
        {
          tenantId: 'a',
          head: { number: 2, position: 2, mac: encoded(`after ${encoded('after ')}`) },
        },
        {
          tenantId: 'b',
          head: { number: 2, position: 3, mac: encoded(`after ${encoded('after ')}`) },
        },
      ]);
    });

    test("returns an event's time to the microsecond", async () => {
      await happened('a-1');
      await one.seal(10, make);
      const [event] = await one.events('a', 1, 1);
      expect(event).toEqual({
        position: 1,
        facts: {
          sequence: expect.stringMatching(/^\d+$/),
          authenticationId: 'a-1',
          issuer: 'https://login.example.com',
          clientId: 'shop',
          channel: 'browser',
          kind: 'authentication',
          acr: 'urn:grn:authn:xx:some-eid',
          outcome: 'identified',
          hintCode: undefined,
          addressFrom: 'browser',
          at: '2026-03-01T10:00:01.000000Z',
        },
      });
    });

    test('returns links and events in pages', async () => {
      await happened('a-1', 'a-2', 'a-3');
      for (const seconds of [10, 20, 30]) {
        sealedAt = at(seconds);
        await one.seal(1, make);
      }
      expect((await one.links('a', 2, 1)).map(({ number }) => number)).toEqual([2]);
      expect((await one.events('a', 2, 3)).map(({ position }) => position)).toEqual([2, 3]);
      expect(await one.sealedFrom('a', at(11))).toBe(2);
      expect(await one.sealedFrom('a', at(20))).toBe(2);
      expect(await one.sealedFrom('a', at(31))).toBeUndefined();
      expect(await one.outside('a', 2, 2)).toBe(2);
      expect(await one.outside('a', 1, 3)).toBe(0);
    });

    test('keeps nothing of a failed link', async () => {
      await happened('a-1', 'b-1');
      const fails: MakeLink = (tenantId, ...rest) => {
        if (tenantId === 'b') throw new Error('no key');
        return make(tenantId, ...rest);
      };
      await expect(one.seal(10, fails)).rejects.toThrow('no key');
      expect(await one.unsealed()).toBe(2);
      expect(await one.unsealed('a')).toBe(1);
      expect(await one.heads()).toEqual([]);
    });

    test('seals each event once when all replicas seal at once', async () => {
      await happened(...Array.from({ length: 12 }, (_, index) => `a-${index}`));
      const sealed = await race(store.replicas, (replica) => replica.seal(5, make));
      const rest = await one.seal(100, make);
      expect([...sealed, rest].reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(12);
      expect(await positionsOf('a')).toEqual(
        Array.from({ length: 12 }, (_, index) => [index + 1, `a-${index}`]),
      );
      const links = await one.links('a', 1, 100);
      expect(links.map(({ number }) => number)).toEqual(links.map((_, index) => index + 1));
    });

    test('adds a note to each chain', async () => {
      await happened('a-1', 'b-1');
      await one.seal(10, make);
      await happened('c-1');
      sealedAt = at(5);
      expect(await one.note(note)).toBe(2);
      const head = { number: 1, position: 1, mac: encoded('after ') };
      expect(await one.links('a', 2, 10)).toEqual([link('a', head, { kind: 'restore' })]);
      expect(await one.lastRemoval('a')).toBeUndefined();
    });

    test('removes whole old links, and stores the boundary', async () => {
      await happened('a-1', 'a-2', 'a-3', 'b-1');
      for (const seconds of [10, 20, 30, 40]) {
        sealedAt = at(seconds);
        await one.seal(1, make);
      }
      sealedAt = at(100);
      const most = { limit: 10, removalLink };
      expect(await one.remove({ begin: at(10), until: at(30) }, most)).toBe(0);
      expect(await one.remove({ begin: at(11), until: at(30) }, most)).toBe(2);
      expect(await positionsOf('a')).toEqual([[3, 'a-3']]);
      expect((await one.links('a', 1, 10)).map(({ number, kind }) => [number, kind])).toEqual([
        [3, 'events'],
        [4, 'removal'],
      ]);
      expect(await one.lastRemoval('a')).toMatchObject({
        number: 4,
        note: `2 ${encoded(`after ${encoded('after ')}`)}`,
      });
      expect(await positionsOf('b')).toEqual([[1, 'b-1']]);
    });

    test('removes no more than the limit at a time, and makes progress each time', async () => {
      await happened('a-1', 'a-2', 'a-3');
      for (const seconds of [10, 20, 30]) {
        sealedAt = at(seconds);
        await one.seal(1, make);
      }
      sealedAt = at(40);
      const old = { begin: at(1000), until: at(1000) };
      const gone: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        gone.push(await one.remove(old, { limit: 2, removalLink }));
      }
      expect(gone).toEqual([2, 2, 0, 0]);
      expect(await positionsOf('a')).toEqual([]);
      expect((await one.heads())[0]?.head.position).toBe(3);
    });
  });
}

/** Hashes are bytes, written in base64url. */
function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
