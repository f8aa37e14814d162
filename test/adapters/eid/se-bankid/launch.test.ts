import { describe, expect, test } from '@jest/globals';

import { qrData } from '../../../../src/adapters/eid/se-bankid/launch.ts';

const startedAt = Date.UTC(2026, 0, 15, 12, 0, 0, 700);

const official = {
  qrStartToken: '67df3917-fa0d-44e5-b327-edcc928297f8',
  qrStartSecret: 'd28db9a7-4cde-429e-a983-359be676944c',
  startedAt,
};
const second = {
  qrStartToken: 'a9002853-0445-4021-be15-9e373b71634a',
  qrStartSecret: '1238c8af-66d1-4c4a-8c00-b77deabeea98',
  startedAt,
};

describe('the animated QR code', () => {
  test.each([
    [0, 'dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8'],
    [1, '949d559bf23403952a94d103e67743126381eda00f0b3cbddbf7c96b1adcbce2'],
    [2, 'a9e5ec59cb4eee4ef4117150abc58fad7a85439a6a96ccbecc3668b41795b3f3'],
    [3, '96077d77699971790b46ee1f04ff1e44fe96b0602c9c51e4ca9c6d031c7c3bb7'],
    [29, '26049f2bc12d5b43ebe8bf701e7725abf015d2d8347aa04c924b5793ee4a196c'],
    [30, '814d7fd38e2276625b6815152e3554c663acca689260c092203b48ca4e5c09a3'],
    [59, 'a7df017b58e2ec395d1af44189902382a5883a4b1a8e418d6910204dde390870'],
    [100, 'b5c9fc821e56408510d93e7ae71c028f30f061d463593a173c4bba505da63eed'],
  ])('is the documented one at second %i', (t, code) => {
    const expected = `bankid.67df3917-fa0d-44e5-b327-edcc928297f8.${t}.${code}`;
    expect(qrData(official, new Date(startedAt + t * 1000))).toBe(expected);
  });

  test.each([
    [0, 'ce03eee470049f73e0a227a6e07c827b0c8cea6b1a439e56a8dd938c47278167'],
    [1, '7a60d8f2792b6496a6fe0bd986853792990b89823fc9f25261113491ce0e34f7'],
    [15, 'f55fb607453ce7bf48ab1a964bdca4001010e2411dc035ecd3f972337e707007'],
  ])('is right for another order at second %i', (t, code) => {
    const expected = `bankid.a9002853-0445-4021-be15-9e373b71634a.${t}.${code}`;
    expect(qrData(second, new Date(startedAt + t * 1000))).toBe(expected);
  });

  test('changes with the seconds since the order, not with those of the clock', () => {
    const first = qrData(official, new Date(startedAt));
    expect(qrData(official, new Date(startedAt + 999))).toBe(first);
    expect(qrData(official, new Date(startedAt + 1000))).not.toBe(first);
  });

  test('is the first one on a replica whose clock is behind', () => {
    const first = qrData(official, new Date(startedAt));
    expect(qrData(official, new Date(startedAt - 1500))).toBe(first);
  });
});
