import { BlockList, isIP } from 'node:net';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { denmark } from '../../src/adapters/eid/national-numbers/denmark.ts';
import { sweden } from '../../src/adapters/eid/national-numbers/sweden.ts';
import { makeReadClientConnection } from '../../src/adapters/http/client-address.ts';
import { isAddress } from '../../src/adapters/oidc/backchannel/start-steps.ts';
import { endless, near } from './near.ts';

const RUNS = { numRuns: 300 };
const NOW = new Date('2026-11-21T12:00:00Z');

describe('a national id', () => {
  const swedish = fc
    .record({
      day: fc.date({ min: new Date('1890-01-01'), max: NOW, noInvalidDate: true }),
      serial: fc.nat(9999),
      coordination: fc.boolean(),
    })
    .map(({ day, serial, coordination }) => {
      const [year, month, date] = day.toISOString().slice(0, 10).split('-');
      const shown = Number(date) + (coordination ? 60 : 0);
      return `${year}${month}${String(shown).padStart(2, '0')}${String(serial).padStart(4, '0')}`;
    });

  test('of twelve digits is Swedish exactly when a second implementation agrees', () => {
    fc.assert(
      fc.property(near(swedish, '0123456789-+'), (text) => {
        fc.pre(/^\d{12}$/.test(text));
        expect(sweden.parse(text, NOW)).toBe(isSwedish(text) ? text : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  test('is one of the sent numbers of twelve or ten digits, or none', () => {
    fc.assert(
      fc.property(near(swedish, '0123456789-+'), (text) => {
        const digits = text.replace(/[-+]/g, '');
        expect(sweden.parse(text, NOW)?.endsWith(digits.slice(-10)) ?? true).toBe(true);
        expect(denmark.parse(text, NOW) ?? digits).toBe(digits);
      }),
      RUNS,
    );
  });

  test.each(['1', '-', '+', '19', '٣'])('of a megabyte of %j is read in time', (unit) => {
    expect(sweden.parse(endless(unit), NOW)).toBeUndefined();
    expect(denmark.parse(endless(unit), NOW)).toBeUndefined();
  });

  /**
   * The rules of the population register, implemented differently: months as a table, Luhn from
   * the right.
   */
  function isSwedish(digits: string): boolean {
    const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(
      Number,
    ) as [number, number, number];
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
    const real = day > 60 ? day - 60 : day;
    const sum = [...digits.slice(2)].toReversed().reduce((total, digit, at) => {
      const twice = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + Math.floor(twice / 10) + (twice % 10);
    }, 0);
    const isPast = year * 10_000 + month * 100 + real <= 20261121;
    return year >= 1800 && year < 2100 && real >= 1 && real <= days && isPast && sum % 10 === 0;
  }
});

describe('an address', () => {
  const good = fc.oneof(fc.ipV4(), fc.ipV6());

  test('is accepted when a list of addresses accepts it', () => {
    fc.assert(
      fc.property(near(good, '.:%0f[] '), (text) => {
        if (!isAddress(text)) return;
        const list = new BlockList();
        expect(() => list.addAddress(text, isIP(text) === 4 ? 'ipv4' : 'ipv6')).not.toThrow();
        expect(text).toMatch(/^[\da-fA-F.:]+$/);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(good, (text) => expect(isAddress(text)).toBe(true)),
      RUNS,
    );
  });

  test('from forwarding headers is valid, whatever a proxy sent', () => {
    const readClientConnection = makeReadClientConnection(['10.0.0.0/8']);
    const entry = near(good, '.:%,[]" ');
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 4 }),
        near(fc.constant('https'), ', '),
        (entries, proto) => {
          const headers = { 'x-forwarded-for': entries.join(','), 'x-forwarded-proto': proto };
          // The code reads these members alone.
          const { ip, secure } = readClientConnection({
            headers,
            socket: { remoteAddress: '10.1.2.3' },
          } as never);
          expect(isIP(ip)).not.toBe(0);
          expect(secure).toBe(proto.split(',').at(-1)?.trim() === 'https');
        },
      ),
      RUNS,
    );
  });

  test.each([',', '[', '1.', ':', '%'])('from a header of 64 kB of %j is read in time', (unit) => {
    const headers = { 'x-forwarded-for': endless(unit, 64 * 1024) };
    const connection = makeReadClientConnection(['10.0.0.0/8'])({
      headers,
      socket: { remoteAddress: '10.1.2.3' },
    } as never);
    expect(isIP(connection.ip)).toBe(4);
  });
});
