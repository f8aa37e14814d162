import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EidOffer } from 'eid-broker/domain/eid-offer';
import type { Identity } from 'eid-broker/domain/identity';
import type { JsonObject } from 'eid-broker/domain/json';
import { LANGUAGES } from 'eid-broker/domain/language';
import type { Progress } from 'eid-broker/domain/progress';
import type {
  IdentifyRequest,
  LaunchData,
  OrderEid,
  PhoneRequest,
  ReturnParameters,
} from 'eid-broker/ports/eid';
import type { Clock } from 'eid-broker/ports/runtime';

import { IDENTIFY_REQUEST } from '../identify-request.ts';
import { anyEidContract, expectIdentityOf } from './eid.ts';

/** An order eID with a counterpart that a test controls. */
export interface OrderEidUnderTest {
  readonly offer: EidOffer;
  readonly eid: OrderEid;
  /** The same eID with an unreachable counterpart. */
  readonly unreachable: OrderEid;
  /** The features of other eIDs that this one lacks; the contract proves each absence. Absent: it lacks nothing. */
  readonly lacks?: readonly Lack[];
  /** Its settings pin the certificates that sign its results; absent: they do not. */
  readonly pinsSigners?: true;
  /** The request that this eID needs, such as one with its acr value, or for a phone call. Absent: a plain one. */
  readonly request?: Partial<IdentifyRequest> | PhoneRequest;
  readonly clock: Clock;
  /** The test person that the counterpart identifies. */
  readonly person: Person;
  /** Advances beyond the eID's time limit for opening an order. */
  letStartWindowPass(): Promise<void>;
  close(): Promise<void>;
}

/**
 * - `cancel`: an order cannot be cancelled (`eid.cancel` is absent)
 * - `launch-data`: the order is pushed, and nothing opens it
 * - `opening`: the eID does not report that the person opened the order
 * - `start-window`: an order that nobody opens expires as any other
 * - `client-certificate`: the eID authenticates us by other means
 * - `certificates`: the connection uses those of the public web alone
 * - `counterpart`: no eID is behind it. An order identifies the person from its start, whatever a person does, and is
 *   never unavailable
 */
export type Lack =
  | 'cancel'
  | 'launch-data'
  | 'opening'
  | 'start-window'
  | 'client-certificate'
  | 'certificates'
  | 'counterpart';

/** Actions of a person in the eID's app. */
export interface Person {
  readonly nationalId: string;
  /** Opens the order by its launch data; undefined for an order that is pushed to the app. */
  open(launchData: LaunchData | undefined, order: JsonObject): Promise<void>;
  approve(order: JsonObject): Promise<void>;
  decline(order: JsonObject): Promise<void>;
  /**
   * Opens and approves an order on the device of its page; returns the URL to which the app returns. Present for an eID
   * that judges an answer only with the parameters of that URL.
   */
  approveHere?(launchData: LaunchData | undefined, order: JsonObject): Promise<string>;
}

const RETURN_URL = 'https://login.example/login/1/return?nonce=abc';

/** The contract of every order eID adapter. `setUp` is called once. */
export function orderEidContract(name: string, setUp: () => Promise<OrderEidUnderTest>): void {
  describe(`${name} as an order eID`, () => {
    let it: OrderEidUnderTest;
    let identify: IdentifyRequest | PhoneRequest;
    beforeAll(async () => {
      it = await setUp();
      identify = requestOf(it.request);
    });
    afterAll(async () => {
      await it.close();
    });

    const lacks = (lack: Lack) => it.lacks?.includes(lack) ?? false;
    const launchDataOf = (order: JsonObject) => it.eid.launchData(order, it.clock());
    /** What a collect gives instead when nobody decides: without a counterpart, always the identity. */
    const unless = (usual: object) => (lacks('counterpart') ? { state: 'identified' } : usual);
    const claimNames = () => it.offer.claims.map(({ name }) => name);

    /** Starts an order and stores it, as the service does. */
    async function start(change: Change = {}): Promise<JsonObject> {
      return JSON.parse(JSON.stringify(await it.eid.start(changed(identify, change))));
    }

    /** Starts an order that the person has opened. */
    async function startOpened(change: Change = {}): Promise<JsonObject> {
      const order = await start(change);
      await it.person.open(launchDataOf(order), order);
      return order;
    }

    async function startApproved(change: Change = {}): Promise<JsonObject> {
      const order = await startOpened(change);
      await it.person.approve(order);
      return order;
    }

    /** Starts an order on the device of its page that the person approved, with the URL of the return. */
    async function startApprovedHere() {
      const here = { device: 'same', returnUrl: RETURN_URL } as const;
      const { approveHere } = it.person;
      expect(approveHere !== undefined).toBe(it.eid.readsReturn === true);
      if (approveHere === undefined) {
        return { order: await startApproved(here), url: RETURN_URL, returned: {} };
      }
      const order = await start(here);
      const url = await approveHere(launchDataOf(order), order);
      return { order, url, returned: returnParametersOf(url) };
    }

    describe('an order', () => {
      test('has no person at first', async () => {
        const order = await start();
        const first = { state: 'pending', stage: 'first-interaction' };
        expect(await it.eid.collect(order)).toMatchObject(unless(first));
        await it.eid.cancel?.(order);
      });

      test('has launch data, the same within one second, unless it is pushed', async () => {
        const order = await start();
        const at = it.clock();
        const launchData = it.eid.launchData(order, at);
        expect(launchData === undefined).toBe(lacks('launch-data'));
        const values = Object.values(launchData ?? {});
        expect(values.some((value) => value !== undefined)).toBe(!lacks('launch-data'));
        expect(it.eid.launchData(order, at)).toEqual(launchData);
        await it.eid.cancel?.(order);
      });

      test('stays pending after the person has opened it, as opened if the eID reports it', async () => {
        const order = await startOpened();
        const progress = await it.eid.collect(order);
        expect(progress).toMatchObject(unless({ state: 'pending' }));
        const hintCode = progress.state === 'pending' ? progress.hintCode : '';
        expect(it.eid.isOpened(hintCode)).toBe(!lacks('opening'));
        expect([it.eid.firstHintCode ?? '', ''].map(it.eid.isOpened)).toEqual([false, false]);
        await it.eid.cancel?.(order);
      });

      test('ends when the person declines', async () => {
        const order = await startOpened();
        await it.person.decline(order);
        const declined = { state: 'ended', why: 'declined' };
        expect(await it.eid.collect(order)).toMatchObject(unless(declined));
      });

      test('ends when it is not opened in time', async () => {
        const order = await start();
        await it.letStartWindowPass();
        const why = lacks('start-window') ? 'expired' : 'not-opened';
        expect(await it.eid.collect(order)).toMatchObject(unless({ state: 'ended', why }));
      });

      test('is kept apart from others', async () => {
        const other = await start();
        const order = await startApproved();
        expect(await it.eid.collect(other)).toMatchObject(unless({ state: 'pending' }));
        expect(await it.eid.collect(order)).toMatchObject({ state: 'identified' });
        await it.eid.cancel?.(other);
      });

      test('can be for the same device too', async () => {
        const order = await start({ device: 'same', returnUrl: RETURN_URL });
        expect(await it.eid.collect(order)).toMatchObject(unless({ state: 'pending' }));
        await it.eid.cancel?.(order);
      });
    });

    describe('an identity', () => {
      test('is that of the person who approves, with claims of the offer', async () => {
        const identity = identityOf(await it.eid.collect(await startApproved()));
        expect(identity.nationalId).toBe(it.person.nationalId);
        expectIdentityOf(it.offer, identity);
      });

      test('has evidence on request, if the eID offers any, and never without one', async () => {
        const hasEvidence = async (evidence: boolean) => {
          const identity = identityOf(await it.eid.collect(await startApproved({ evidence })));
          return Object.keys(identity.scopedClaims).includes('evidence');
        };
        expect(await hasEvidence(false)).toBe(false);
        expect(await hasEvidence(true)).toBe(claimNames().includes('evidence'));
      });

      test('may be of the named person', async () => {
        const order = await startApproved({ person: it.person.nationalId });
        const { nationalId } = identityOf(await it.eid.collect(order));
        expect(nationalId).toBe(it.person.nationalId);
      });

      test('is given once, and then the order is lost; or again, if the eID says so', async () => {
        const order = await startApproved();
        const identity = identityOf(await it.eid.collect(order));
        const repeated = await it.eid.collect(order);
        if (it.eid.repeatsAnswers === true) expect(identityOf(repeated)).toEqual(identity);
        else expect(repeated).toMatchObject({ state: 'ended', why: 'lost' });
      });
    });

    describe('a return from the app', () => {
      test('is awaited by an eID that needs its parameters, which it adds to the URL; by no other', async () => {
        const { order, url, returned } = await startApprovedHere();
        expect(url.startsWith(RETURN_URL)).toBe(true);
        const needsReturn = it.eid.readsReturn === true;
        expect(Object.keys(returned).length > 0).toBe(needsReturn);
        const early = await it.eid.collect(order);
        expect(early).toMatchObject({ state: needsReturn ? 'pending' : 'identified' });
        const progress = needsReturn ? await it.eid.collect(order, returned) : early;
        expect(identityOf(progress).nationalId).toBe(it.person.nationalId);
      });

      test('with changed or missing parameters proves nothing, or changes nothing if none are needed', async () => {
        for (const spoiled of [forged, () => ({}), () => ({ some: 'parameter' })]) {
          const { order, returned } = await startApprovedHere();
          const progress = await it.eid.collect(order, spoiled(returned));
          if (it.eid.readsReturn === true) {
            expect(progress).toMatchObject({ state: 'ended', why: 'unverified' });
          } else expect(identityOf(progress).nationalId).toBe(it.person.nationalId);
        }
      });

      test('on another device is not awaited, and its parameters change nothing', async () => {
        const order = await startApproved();
        const progress = await it.eid.collect(order, { some: 'parameter' });
        expect(progress).toMatchObject({ state: 'identified' });
      });
    });

    describe('a cancellation', () => {
      test('is the end of the order; without one, the person may still approve it', async () => {
        expect(it.eid.cancel === undefined).toBe(lacks('cancel'));
        const order = await startOpened();
        await it.eid.cancel?.(order);
        if (lacks('cancel')) await it.person.approve(order);
        const end = lacks('cancel') ? { state: 'identified' } : { state: 'ended', why: 'lost' };
        expect(await it.eid.collect(order)).toMatchObject(end);
      });

      test('is a success when it is repeated', async () => {
        const order = await start();
        await it.eid.cancel?.(order);
        expect(await it.eid.cancel?.(order)).toBeUndefined();
      });
    });

    describe('the connection', () => {
      test("has certificates with an expiry; the server's after the first call", async () => {
        const order = await start();
        await it.eid.cancel?.(order);
        const uses = it.eid.certificates().map(({ use }) => use);
        const own = lacks('client-certificate') ? [] : ['client'];
        const signers = it.pinsSigners ? ['signer'] : [];
        const expected = lacks('certificates') ? [] : [...own, ...signers, 'authority', 'server'];
        expect([...new Set(uses)].sort()).toEqual(expected.sort());
        expect(it.unreachable.certificates().map(({ use }) => use)).not.toContain('server');
      });

      test('to an unreachable counterpart is unavailable, and a cancellation succeeds', async () => {
        const order = await start();
        const codeOf = (call: Promise<unknown>) =>
          call.then(
            () => 'answered',
            ({ name, code }) => `${name} ${code}`,
          );
        const unavailable = lacks('counterpart') ? 'answered' : 'Failure eid-unavailable';
        expect(await codeOf(it.unreachable.start(identify))).toBe(unavailable);
        expect(await codeOf(it.unreachable.collect(order))).toBe(unavailable);
        expect(await it.unreachable.cancel?.(order)).toBeUndefined();
        await it.eid.cancel?.(order);
      });
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

    anyEidContract(() => it);
  });
}

/** The changes of a test; a phone call has neither a device nor a return. */
type Change = Partial<Pick<IdentifyRequest, 'device' | 'returnUrl' | 'person' | 'evidence'>>;

function requestOf(own: OrderEidUnderTest['request'] = {}): IdentifyRequest | PhoneRequest {
  if (own.kind === 'phone') return own;
  const browser = { referringDomain: 'login.example', userAgent: 'Mozilla/5.0' };
  return { ...IDENTIFY_REQUEST, browser, ...own };
}

function changed(
  request: IdentifyRequest | PhoneRequest,
  change: Change,
): IdentifyRequest | PhoneRequest {
  if (request.kind === 'identify') return { ...request, ...change };
  return { ...request, evidence: change.evidence ?? request.evidence };
}

function identityOf(progress: Progress): Identity {
  if (progress.state === 'identified') return progress.identity;
  throw new Error(`not identified: ${JSON.stringify(progress)}`);
}

/** The parameters that the app added. */
function returnParametersOf(url: string): ReturnParameters {
  const ours = new URL(RETURN_URL).searchParams;
  const all = [...new URL(url).searchParams];
  return Object.fromEntries(all.filter(([name]) => !ours.has(name)));
}

function forged(returned: ReturnParameters): ReturnParameters {
  return Object.fromEntries(Object.keys(returned).map((name) => [name, 'forged']));
}
