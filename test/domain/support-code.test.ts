import { expect, test } from '@jest/globals';

import {
  parseSupportCode,
  type SupportCode,
  SupportCodeTaken,
  shownSupportCode,
  supportCodeFrom,
  withFreeCode,
} from '../../src/domain/support-code.ts';

const CODE = 'K7F2QX9M' as SupportCode;

test.each(['K7F2-QX9M', 'k7f2qx9m', ' k7f2 qx9m ', 'K7F2 - QX9M'])(
  'a code is read as people write it: %s',
  (text) => {
    expect(parseSupportCode(text)).toBe(CODE);
  },
);

test.each(['', 'K7F2-QX9', 'K7F2-QX9MM', 'K7F2-QX9O', 'K7F2-QX91', 'å', undefined])(
  '%s is no code',
  (text) => {
    expect(parseSupportCode(text)).toBeUndefined();
  },
);

test('a code is shown in two parts', () => {
  expect(shownSupportCode(CODE)).toBe('K7F2-QX9M');
});

test('a code is made of the bytes that make every character equally likely', () => {
  const bytes = [255, 0, 240, 30, 1, 29, 59, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(supportCodeFrom(Uint8Array.from(bytes))).toBe('223ZZ456');
  expect(supportCodeFrom(new Uint8Array(16).fill(255))).toBeUndefined();
});

test('a taken code is replaced, and other errors are thrown', async () => {
  const codes = ['22222222', '33333333'] as SupportCode[];
  const tried: SupportCode[] = [];
  const store = async (code: SupportCode) => {
    tried.push(code);
    if (code !== '33333333') throw new SupportCodeTaken();
    return code;
  };
  expect(await withFreeCode(CODE, () => codes.shift() as SupportCode, store)).toBe('33333333');
  expect(tried).toEqual([CODE, '22222222', '33333333']);

  const broken = async () => Promise.reject(new Error('away'));
  await expect(withFreeCode(CODE, () => CODE, broken)).rejects.toThrow('away');
  const full = async () => Promise.reject(new SupportCodeTaken());
  await expect(withFreeCode(CODE, () => CODE, full)).rejects.toThrow(SupportCodeTaken);
});
