import fc from 'fast-check';

const two = (number: number) => String(number).padStart(2, '0');
const digits = (count: number) =>
  fc.integer({ min: 0, max: 10 ** count - 1 }).map((number) => String(number).padStart(count, '0'));
const dayIn = (...shifts: readonly number[]) =>
  fc
    .tuple(fc.integer({ min: 1, max: 31 }), fc.constantFrom(0, ...shifts))
    .map(([day, shift]) => two(day + shift));
const monthIn = (...shifts: readonly number[]) =>
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(0, ...shifts))
    .map(([month, shift]) => two(month + shift));
const pause = (...more: readonly string[]) => fc.constantFrom('', ...more);
const joined = (...parts: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((all) => all.join(''));

const swedish = joined(
  fc.constantFrom('', '18', '19', '20'),
  digits(2),
  monthIn(),
  dayIn(60),
  pause('-', '+', ' '),
  digits(4),
);
const danish = joined(dayIn(60), monthIn(), digits(2), pause('-', ' '), digits(4));
const norwegian = joined(dayIn(40), monthIn(40, 65, 80), digits(2), pause(' ', '-'), digits(5));
const finnish = joined(
  dayIn(),
  monthIn(),
  digits(2),
  fc.constantFrom(...'-+ABCDEFUVWXY'),
  digits(3),
  fc.constantFrom(...'0123456789ABCDEFHJKLMNPRSTUVWXY'),
);

const baltic = joined(fc.constantFrom(...'12345678'), digits(2), monthIn(), dayIn(), digits(4));
const latvian = joined(dayIn(), monthIn(), digits(2), pause('-'), digits(5));
const belgian = joined(
  digits(2),
  pause('.'),
  monthIn(20, 40),
  pause('.'),
  dayIn(),
  pause('-'),
  digits(5),
);

/** A national number of any supported country, in any spelling. */
export const anyNumber = fc.oneof(swedish, danish, norwegian, finnish, baltic, latvian, belgian);
