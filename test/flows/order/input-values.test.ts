import { sampleVariant } from '@eid-broker/testing/sample-offers';
import { describe, expect, test } from '@jest/globals';

import type { Input } from '../../../src/domain/eid-offer.ts';
import {
  parseAnswers,
  parsePhoneNumber,
  requireKnownFacts,
  unknownFacts,
} from '../../../src/flows/order/input-values.ts';

const BOTH: readonly Input[] = ['national-number', 'phone-number'];
const nationalNumber = {
  type: 'isikukood',
  shapes: [],
  parse: (text: string) => (/^\d{11}$/.test(text) ? text : undefined),
};
const context = { offer: { nationalNumber }, now: new Date(0) };

describe('a telephone number', () => {
  test.each([
    ['+37255551234', '+37255551234'],
    [' +372 5555-1234 ', '+37255551234'],
    ['00372 (0)5551234', '+37205551234'],
    ['+1.212.555.0100', '+12125550100'],
    ['+372\u00a05555\u00a01234', '+37255551234'],
    ['+123456789012345', '+123456789012345'],
  ])('%j is %s', (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number);
  });

  test.each([
    '',
    '+',
    '55551234',
    '+012345678',
    '+123456',
    '+1234567890123456',
    '+37255x',
    '++372',
  ])('%j is none', (text) => {
    expect(parsePhoneNumber(text)).toBeUndefined();
  });
});

describe('the answers', () => {
  test('are parsed, each by its own rule', () => {
    const typed = { 'national-number': ' 51307149560', 'phone-number': '+372 5555 1234' };
    expect(parseAnswers(BOTH, typed, context)).toEqual({
      input: { nationalNumber: '51307149560', phoneNumber: '+37255551234' },
      wrong: [],
    });
  });

  test('name those that are missing or wrong', () => {
    expect(parseAnswers(BOTH, { 'national-number': '513' }, context).wrong).toEqual(BOTH);
    expect(parseAnswers(BOTH, { 'phone-number': '+37255551234' }, context)).toEqual({
      input: { phoneNumber: '+37255551234' },
      wrong: ['national-number'],
    });
  });

  test('to other questions are ignored', () => {
    const typed = { 'national-number': '51307149560', 'phone-number': '+37255551234' };
    expect(parseAnswers(['phone-number'], typed, context)).toEqual({
      input: { phoneNumber: '+37255551234' },
      wrong: [],
    });
  });

  test('have no number at an eID without national numbers', () => {
    const without = { ...context, offer: { nationalNumber: undefined } };
    expect(parseAnswers(BOTH, { 'national-number': '51307149560' }, without).wrong).toEqual(BOTH);
  });
});

test('a named person answers the question for the number alone', () => {
  const variant = sampleVariant('urn:grn:authn:ee:some-id', { inputs: BOTH });
  expect(unknownFacts(variant, undefined)).toEqual(BOTH);
  expect(unknownFacts(variant, '51307149560')).toEqual(['phone-number']);
  expect(unknownFacts(sampleVariant('urn:grn:authn:xx:some-eid'), undefined)).toEqual([]);
  const refused = expect.objectContaining({ code: 'channel-not-offered' });
  expect(() => requireKnownFacts(variant, '51307149560')).toThrow(refused);
  const numberOnly = { ...variant, inputs: ['national-number'] } as const;
  expect(() => requireKnownFacts(numberOnly, undefined)).toThrow(refused);
  requireKnownFacts(numberOnly, '51307149560');
});
