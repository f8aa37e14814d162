import { IDENTIFY_REQUEST } from '@eid-broker/testing/identify-request';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seBankIdEid } from '../../src/adapters/eid/se-bankid/eid.ts';
import type { RpAnswer } from '../../src/adapters/eid/se-bankid/rp-answer.ts';
import { Failure } from '../../src/domain/failure.ts';
import { isJsonObject, type JsonObject, parseJsonObject } from '../../src/domain/json.ts';
import type { Progress } from '../../src/domain/progress.ts';
import type { LaunchData } from '../../src/ports/eid.ts';
import { endless, near, nearJson } from './near.ts';

const RUNS = { numRuns: 500 };
const NOW = new Date('2026-11-21T12:00:00Z');
const ORDER = {
  orderRef: '131daac9-16c6-4618-beb0-365768f37288',
  autoStartToken: '7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6',
  qrStartToken: '67df3917-fa0d-44e5-b327-edcc928297f8',
  qrStartSecret: 'd28db9a7-4cde-429e-a983-359be676944c',
};
const COMPLETE = {
  orderRef: ORDER.orderRef,
  status: 'complete',
  completionData: {
    user: {
      personalNumber: '199006022397',
      name: 'Åsa Öberg',
      givenName: 'Åsa',
      surname: 'Öberg',
    },
    device: { ipAddress: '192.0.2.7', uhi: 'OZvYM9VvyiAmG7NA5jU5zqGcVpo=' },
    bankIdIssueDate: '2024-02-01',
    signature: 'PFNpZ25hdHVyZS8+',
    ocspResponse: 'MAA=',
  },
};
const PENDING = { orderRef: ORDER.orderRef, status: 'pending', hintCode: 'userSign' };
const FAILED = { orderRef: ORDER.orderRef, status: 'failed', hintCode: 'userCancel' };

/** The adapter, with a BankID that always returns this body. */
function eidWithAnswer(body: JsonObject) {
  const answer: RpAnswer = { body };
  return seBankIdEid({
    api: { post: async () => answer, serverCertificate: () => undefined, close: async () => {} },
    clock: () => NOW,
    startUrls: { app: 'https://app.example/', desktop: 'bankid:///' },
    demands: { certificatePolicies: undefined, risk: undefined },
    verifyEvidence: undefined,
    certificates: [],
  });
}

/** The answer; undefined for the one failure that an unusable answer may cause. */
async function unlessUnavailable<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  return call.catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'eid-unavailable') throw error;
    return undefined;
  });
}

function objectsNear(...good: readonly object[]): fc.Arbitrary<JsonObject> {
  return fc.oneof(...good.map(nearJson)).filter(isJsonObject);
}

/** Only the code of the QR code may depend on the secret. */
function withoutCode(launchData: LaunchData | undefined): object {
  return { ...launchData, qrData: launchData?.qrData?.slice(0, -64) };
}

describe('an answer of BankID with small changes', () => {
  test('to a start becomes a valid order or none', async () => {
    await fc.assert(
      fc.asyncProperty(objectsNear(ORDER), async (body) => {
        const eid = eidWithAnswer(body);
        const order = await unlessUnavailable(eid.start(IDENTIFY_REQUEST));
        if (order === undefined) return;
        const stored = parseJsonObject(JSON.stringify(order)) ?? {};
        expect(stored).toEqual(order);
        expect(stored.orderRef).toBe(body.orderRef);
        const launchData = eid.launchData(stored, NOW);
        if (launchData === undefined) return;
        expect(launchData.qrData).toMatch(/^bankid\..+\.0\.[\da-f]{64}$/s);
        const other = eid.launchData({ ...stored, qrStartSecret: 'another' }, NOW);
        expect(withoutCode(launchData)).toEqual(withoutCode(other));
      }),
      RUNS,
    );
  });

  test('to a collect becomes a known progress, and a person only with all members', async () => {
    await fc.assert(
      fc.asyncProperty(objectsNear(COMPLETE, PENDING, FAILED), async (body) => {
        const stored = { ...ORDER, startedAt: NOW.getTime() };
        const progress = await unlessUnavailable(eidWithAnswer(body).collect(stored));
        expect(progress?.state).toBe(stateOf(body));
        if (progress === undefined) return;
        expect(JSON.stringify(progress)).not.toContain('orderRef');
        expectValidMembers(progress);
      }),
      RUNS,
    );
  });

  /** A hint code reaches applications and logs: it is one word, never other data. */
  function expectValidMembers(progress: Progress): void {
    if (progress.state !== 'identified') expect(progress.hintCode).toMatch(/^[A-Za-z0-9]{1,64}$/);
    else expect(progress.identity.nationalId).toMatch(/^\d{12}$/);
  }

  /** The same rules, as a table. */
  function stateOf(body: JsonObject): Progress['state'] | undefined {
    if (body.orderRef !== ORDER.orderRef) return undefined;
    if (body.status === 'pending') return 'pending';
    if (body.status === 'failed') return 'ended';
    if (body.status !== 'complete') return undefined;
    const at = (...path: readonly string[]): unknown =>
      path.reduce<unknown>(
        (value, name) =>
          typeof value === 'object' && value !== null && Object.hasOwn(value, name)
            ? Reflect.get(value, name)
            : undefined,
        body.completionData,
      );
    const texts = [
      ...['name', 'givenName', 'surname'].map((name) => at('user', name)),
      at('device', 'ipAddress'),
    ];
    const number = at('user', 'personalNumber');
    const isPerson = typeof number === 'string' && /^\d{12}$/.test(number);
    return isPerson && texts.every((one) => typeof one === 'string') ? 'identified' : 'ended';
  }
});

describe('the text of an answer', () => {
  test('is a JSON object or nothing', () => {
    fc.assert(
      fc.property(
        near(fc.constantFrom(JSON.stringify(COMPLETE), '[]', '"a"'), '{}[]":,\\0'),
        (text) => {
          const body = parseJsonObject(text);
          if (body !== undefined) expect(parseJsonObject(JSON.stringify(body))).toEqual(body);
        },
      ),
      RUNS,
    );
  });

  test.each(['[', '{"a":', '{"a":{},', '"', '9', '\\u0000'])(
    'is parsed in time: a megabyte of %j',
    (unit) => {
      expect(parseJsonObject(endless(unit))).toBeUndefined();
    },
  );
});
