import { createHash } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import {
  qrLink,
  signedText,
  verificationCode,
  web2AppLink,
} from '../../../../../src/adapters/eid/protocols/smart-id/device-link.ts';

/** The values of the examples in Smart-ID's public documentation. */
const STARTED_AT = new Date('2026-01-15T12:00:00.000Z');
const INTERACTIONS = Buffer.from(
  JSON.stringify([
    {
      type: 'confirmationMessage',
      displayText200: 'Longer description of the transaction context',
    },
    { type: 'displayTextAndPIN', displayText60: 'Short description of the transaction context' },
  ]),
).toString('base64');
const SESSION = {
  rpChallenge:
    'GYS+yoah6emAcVDNIajwSs6UB/M95XrDxMzXBUkwQJ9YFDipXXzGpPc7raWcuc2+TEoRc7WvIZ/7dU/iRXenYg==',
  relyingPartyName: 'DEMO',
  brokeredRpName: 'Example RP',
  interactions: INTERACTIONS,
  initialCallbackUrl: 'https://rp.example.com/callback-url?value=RrKjjT4aggzu27YBddX1bQ',
  link: {
    sessionToken: 'wGIrqveE6AuGDATZKmR1mtAZ',
    sessionSecret: 'B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps=',
    deviceLinkBase: 'https://smart-id.com/device-link',
    language: 'eng',
    startedAt: STARTED_AT.getTime(),
  },
};

function timeAfter(milliseconds: number): Date {
  return new Date(STARTED_AT.getTime() + milliseconds);
}

describe('a device link', () => {
  test('on the same device has the documented authCode', () => {
    expect(web2AppLink(SESSION, 'smart-id')).toBe(
      'https://smart-id.com/device-link?deviceLinkType=Web2App&sessionToken=wGIrqveE6AuGDATZKmR1mtAZ&sessionType=auth&version=1.0&lang=eng&authCode=aegUh6gCKkXBJhhvtJqSTWB5_2W8TDQt5eZ7db6krv0',
    );
  });

  test('in a QR code has the documented authCode after 22 seconds', () => {
    expect(qrLink(SESSION, timeAfter(22_999), 'smart-id')).toBe(
      'https://smart-id.com/device-link?deviceLinkType=QR&elapsedSeconds=22&sessionToken=wGIrqveE6AuGDATZKmR1mtAZ&sessionType=auth&version=1.0&lang=eng&authCode=OY1eHaD4UYedrBwtqUbSkpa0w7ttm4FllPkCD_3wlE0',
    );
  });

  test('in a QR code changes with each second, and at no other time', () => {
    const codes = [0, 999, 1000, 1999, 2000].map((ms) =>
      qrLink(SESSION, timeAfter(ms), 'smart-id'),
    );
    expect(codes.map((code) => codes.indexOf(code))).toEqual([0, 0, 2, 2, 4]);
    expect(qrLink(SESSION, timeAfter(-500), 'smart-id')).toBe(codes[0]);
  });

  test('is another one in the demo environment', () => {
    expect(web2AppLink(SESSION, 'smart-id-demo')).not.toBe(web2AppLink(SESSION, 'smart-id'));
  });
});

describe('the signed text', () => {
  const signed = {
    scheme: 'smart-id',
    serverRandom: 'MTlop6EXCrQ6FOErcKjxUhbV',
    userChallenge: 'GnsWXXEjTCKR89fj9uo5u5ReBZ9JR7_pezLAI5jMS00',
    interactionTypeUsed: 'confirmationMessage',
  };
  const digestOf = (text: Buffer) => createHash('sha512').update(text).digest('base64');

  test('is the documented one', () => {
    const text = signedText(SESSION, { ...signed, flowType: 'Web2App' });
    const names = `${Buffer.from('DEMO').toString('base64')}|${Buffer.from('Example RP').toString('base64')}`;
    expect(text.toString()).toBe(
      `smart-id|ACSP_V2|${signed.serverRandom}|${SESSION.rpChallenge}|${signed.userChallenge}|${names}|${createHash('sha256').update(INTERACTIONS).digest('base64')}|confirmationMessage|${SESSION.initialCallbackUrl}|Web2App`,
    );
    expect(digestOf(text)).toBe(
      'pKOjbNl/5Fy8NfrFqsj6pSn8W8O+Ik8rM33QSsbyD3J9qDJvEm90SboUciuY4wHGWa0Pnq8BgT3NJKmJiUDfKg==',
    );
  });

  test.each(['QR', 'Notification'] as const)('has no callback in the flow %s', (flowType) => {
    const text = signedText(SESSION, { ...signed, flowType });
    expect(text.toString()).toMatch(new RegExp(`\\|confirmationMessage\\|\\|${flowType}$`));
  });
});

test('the verification code is the documented one, with four digits', () => {
  expect(verificationCode(SESSION.rpChallenge)).toBe('7180');
  const codes = Array.from({ length: 200 }, (_, n) =>
    verificationCode(Buffer.alloc(64, n).toString('base64')),
  );
  expect(codes.filter((code) => !/^\d{4}$/.test(code))).toEqual([]);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});
