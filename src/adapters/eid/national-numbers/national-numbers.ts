import type { CheckedShape, NationalNumber } from '../../../domain/national-number.ts';
import { belgium } from './belgium.ts';
import { denmark } from './denmark.ts';
import { estonia, lithuania } from './estonia-and-lithuania.ts';
import { finland } from './finland.ts';
import { latvia } from './latvia.ts';
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
  estonia,
  lithuania,
  latvia,
];

/**
 * The ids of the eIDs that a text may mean: ten digits may be a number of two countries. Empty when it is no number of
 * any.
 */
export function nationalIdsOf(text: string, now: Date): readonly string[] {
  return nationalNumbers.flatMap(({ parse }) => parse(text.trim(), now) ?? []);
}

/** The spellings of the numbers of all countries with an eID, offered or not: no log may hold one. */
export const numberShapes: readonly (string | CheckedShape)[] = [
  netherlands,
  ...nationalNumbers.flatMap(({ shapes }) => shapes),
];
