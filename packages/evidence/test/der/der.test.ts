import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDer } from '../../src/der/der.ts';
import {
  bitNumbers,
  boolean,
  objectIdentifier,
  smallInteger,
  time,
  unsignedInteger,
} from '../../src/der/values.ts';
import {
  generalizedTime,
  octets,
  utcTime,
  objectIdentifier as writeObjectIdentifier,
  smallInteger as writeSmallInteger,
} from '../write-der.ts';

const der = (hex: string) => readDer(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('DER', () => {
  test('is read with lengths of every size', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      const content = Buffer.alloc(length, 7);
      expect(readDer(octets(content)).content.equals(content)).toBe(true);
    }
  });

  test.each([
    ['nothing', ''],
    ['a tag alone', '04'],
    ['cut off', '04 02 00'],
    ['a length cut off', '04 82 01'],
    ['a length without end', '30 80 00 00'],
    ['a length of four bytes', '04 84 00 00 00 01 00'],
    ['a long form for a short length', '04 81 01 00'],
    ['a length with a leading zero', `04 82 00 80 ${'00'.repeat(128)}`],
    ['a tag of several bytes', '1f 81 00 00'],
    ['something behind it', '04 01 00 00'],
  ])('refuses %s', (_, hex) => {
    expect(() => der(hex)).toThrow('DER: ');
  });
});

describe('values', () => {
  test('of OIDs are read as written', () => {
    const arc = fc.nat({ max: 2 ** 31 - 1 });
    const oids = fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 39 }), fc.array(arc, { maxLength: 8 }));
    fc.assert(
      fc.property(oids, ([first, second, rest]) => {
        const oid = [first, second, ...rest].join('.');
        expect(objectIdentifier(readDer(writeObjectIdentifier(oid)))).toBe(oid);
      }),
    );
    expect(objectIdentifier(der('06 03 88 37 01'))).toBe('2.999.1');
  });

  test('of small integers and times are read as written', () => {
    for (const value of [0, 1, 127, 128, 255, 256, 65_536, 2 ** 31 - 1]) {
      expect(smallInteger(readDer(writeSmallInteger(value)))).toBe(value);
    }
    const at = new Date('2049-12-31T23:59:59.000Z');
    expect(time(readDer(utcTime(at)))).toEqual(at);
    expect(time(readDer(generalizedTime(at)))).toEqual(at);
    expect(time(readDer(Buffer.from('\u0017\r500101000000Z', 'latin1')))).toEqual(
      new Date('1950-01-01T00:00:00.000Z'),
    );
  });

  test('of bits are numbered from the first', () => {
    expect([...bitNumbers(der('03 02 01 06'))]).toEqual([5, 6]);
    expect([...bitNumbers(der('03 03 07 80 80'))]).toEqual([0, 8]);
  });

  test.each<[string, (element: ReturnType<typeof der>) => unknown, string]>([
    ['an OID without content', objectIdentifier, '06 00'],
    ['an OID cut off', objectIdentifier, '06 02 2a 86'],
    ['an OID with a leading zero', objectIdentifier, '06 03 2a 80 01'],
    ['an OID too large', objectIdentifier, '06 0a 2a ff ff ff ff ff ff ff ff 7f'],
    ['an integer without content', unsignedInteger, '02 00'],
    ['a negative integer', unsignedInteger, '02 01 80'],
    ['an integer with a leading zero', unsignedInteger, '02 02 00 01'],
    ['an integer too large', smallInteger, '02 05 01 00 00 00 00'],
    ['another type', unsignedInteger, '04 01 00'],
    ['a boolean that is neither', boolean, '01 01 01'],
    ['a boolean of two bytes', boolean, '01 02 ff ff'],
    ['a bit string without content', bitNumbers, '03 00'],
    ['a bit that is not used', bitNumbers, '03 02 01 01'],
    ['eight unused bits', bitNumbers, '03 02 08 00'],
    ['unused bits of nothing', bitNumbers, '03 01 01'],
    ['a time without seconds', time, '17 0b 3236303330313132 3030 5a'],
    ['a time of another zone', time, '17 0d 323630333031313230303030 2b'],
    ['the 30th of February', time, '17 0d 323630323330303030303030 5a'],
    ['the 24th hour', time, '17 0d 323630333031323430303030 5a'],
    ['a time in text', time, '0c 0d 323630333031313230303030 5a'],
  ])('refuse %s', (_, read, hex) => {
    expect(() => read(der(hex))).toThrow('DER: ');
  });
});
