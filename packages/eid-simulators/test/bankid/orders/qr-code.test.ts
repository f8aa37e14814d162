import { describe, expect, test } from '@jest/globals';

import { isAuthentic, parseQrCode, qrData } from '../../../src/bankid/orders/qr-code.ts';

const tokens = {
  autoStartToken: 'unused',
  qrStartToken: '67df3917-fa0d-44e5-b327-edcc928297f8',
  qrStartSecret: 'd28db9a7-4cde-429e-a983-359be676944c',
};

/** The first three are published by BankID. */
const VECTORS: readonly [number, string][] = [
  [0, 'dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8'],
  [1, '949d559bf23403952a94d103e67743126381eda00f0b3cbddbf7c96b1adcbce2'],
  [2, 'a9e5ec59cb4eee4ef4117150abc58fad7a85439a6a96ccbecc3668b41795b3f3'],
  [29, '26049f2bc12d5b43ebe8bf701e7725abf015d2d8347aa04c924b5793ee4a196c'],
  [100, 'b5c9fc821e56408510d93e7ae71c028f30f061d463593a173c4bba505da63eed'],
];

describe('a QR code', () => {
  test.each(VECTORS)('after %i seconds is the published one', (time, authenticationCode) => {
    const text = `bankid.67df3917-fa0d-44e5-b327-edcc928297f8.${time}.${authenticationCode}`;
    expect(qrData(tokens, time)).toBe(text);
    const code = { qrStartToken: tokens.qrStartToken, time, authenticationCode };
    expect(parseQrCode(text)).toEqual(code);
    expect(isAuthentic(code, tokens)).toBe(true);
    expect(isAuthentic({ ...code, time: time + 1 }, tokens)).toBe(false);
    expect(isAuthentic(code, { ...tokens, qrStartSecret: 'other' })).toBe(false);
  });

  const good = qrData(tokens, 7);
  test.each([
    '',
    'bankid',
    good.slice(0, -1),
    `${good}0`,
    good.replace('.7.', '.07.'),
    good.replace('.7.', '.-7.'),
    good.replace('.7.', '.7e0.'),
    good.replace('bankid.', 'BANKID.'),
    good.replace('bankid.', 'https://bankid.'),
    good.replace('67df', 'zzzz'),
  ])('is not %p', (text) => {
    expect(parseQrCode(text)).toBeUndefined();
  });
});
