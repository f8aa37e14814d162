import type { CheckedShape, NationalNumber } from '../../../domain/national-number.ts';
import { belgium } from './belgium.ts';
import { DAY, MONTH, SEPARATOR } from './dates.ts';
import { denmark } from './denmark.ts';
import { finland } from './finland.ts';
import { netherlands } from './netherlands.ts';
import { norway } from './norway.ts';
import { sweden } from './sweden.ts';

/** The numbers of persons that the service parses. */
export const nationalNumbers: readonly NationalNumber[] = [
  sweden,
  denmark,
  norway,
  finland,
  belgium,
];

/** The spellings of the numbers of all countries with an eID, offered or not: no log may hold one. */
export const numberShapes: readonly (string | CheckedShape)[] = [
  netherlands,
  ...nationalNumbers.flatMap(({ shapes }) => shapes),
  // Estonia and Lithuania: the first digit encodes sex and century.
  `[1-8]\\d{2}${MONTH}${DAY}\\d{4}`,
  // Latvia: with a date of birth, or the newer form without one.
  `(?:${DAY}${MONTH}\\d{2}|3[2-9]\\d{4})${SEPARATOR}\\d{5}`,
];
