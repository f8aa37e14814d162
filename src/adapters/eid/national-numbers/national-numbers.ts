import type { CheckedShape, NationalNumber } from '../../../domain/national-number.ts';
import { belgium } from './belgium.ts';
import { DAY, MONTH, SEPARATOR } from './dates.ts';
import { denmark } from './denmark.ts';
import { finland } from './finland.ts';
import { netherlands } from './netherlands.ts';
import { sweden } from './sweden.ts';

/** Norway adds 40 for a D-number. */
const DAY_OR_40_MORE = '(?:[04][1-9]|[1256]\\d|[37][01])';
/** Norway adds 40, 65 or 80 for auxiliary and test numbers. */
const NORWEGIAN_MONTH = '(?:[048][1-9]|[159][0-2]|6[6-9]|7[0-7])';
/** The numbers of persons that the service parses. */
export const nationalNumbers: readonly NationalNumber[] = [sweden, denmark, finland, belgium];

/** The spellings of the numbers of all countries with an eID, offered or not: no log may hold one. */
export const numberShapes: readonly (string | CheckedShape)[] = [
  netherlands,
  ...nationalNumbers.flatMap(({ shapes }) => shapes),
  // Norway.
  `${DAY_OR_40_MORE}${NORWEGIAN_MONTH}\\d{2}${SEPARATOR}\\d{5}`,
  // Estonia and Lithuania: the first digit encodes sex and century.
  `[1-8]\\d{2}${MONTH}${DAY}\\d{4}`,
  // Latvia: with a date of birth, or the newer form without one.
  `(?:${DAY}${MONTH}\\d{2}|3[2-9]\\d{4})${SEPARATOR}\\d{5}`,
];
