import type { CheckedShape } from '../../../domain/national-number.ts';

const WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, -1];

/**
 * Dutch citizen service numbers (BSN): nine digits, also in groups of four, two and three, that pass the eleven-proof.
 * No eID releases one. They have no date, so the log redacts those that pass alone.
 */
export const netherlands: CheckedShape = {
  shape: '\\d{4}(?:[. ]|%20)?\\d{2}(?:[. ]|%20)?\\d{3}',
  fits(text) {
    const digits = text.replace(/%20|\D/g, '');
    const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
    return digits.length === WEIGHTS.length && sum > 0 && sum % 11 === 0;
  },
};
