const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
/** Sweden adds 60 for a coordination number, Denmark for a number that is lent. */
const DAY_OR_60_MORE = '(?:[06][1-9]|[1278]\\d|[39][01])';
/** Norway adds 40 for a D-number. */
const DAY_OR_40_MORE = '(?:[04][1-9]|[1256]\\d|[37][01])';
/** Norway adds 40, 65 or 80 for helping numbers and for tests. */
const NORWEGIAN_MONTH = '(?:[048][1-9]|[159][0-2]|6[6-9]|7[0-7])';

/** What people write between the date and the rest, and how a URL writes it. */
const PAUSE = '(?:[-+ \\u2010-\\u2013]|%2[BbDd]|%20)?';

const SHAPES = [
  // Sweden: with or without the century.
  `(?:18|19|20)?\\d{2}${MONTH}${DAY_OR_60_MORE}${PAUSE}\\d{4}`,
  // Denmark.
  `${DAY_OR_60_MORE}${MONTH}\\d{2}${PAUSE}\\d{4}`,
  // Norway.
  `${DAY_OR_40_MORE}${NORWEGIAN_MONTH}\\d{2}${PAUSE}\\d{5}`,
  // Finland: the sign tells the century, the last character checks.
  `${DAY}${MONTH}\\d{2}(?:[-+A-FU-Ya-fu-y]|%2[BbDd])\\d{3}[\\dA-Ya-y](?![A-Za-z])`,
];

/** The digits that are left of it belong to another number, unless they are the end of an escape. */
const START = '(?:(?<!\\d|\\\\u)|(?<=%[\\dA-Fa-f]{2}|\\\\u[\\da-f]{4}))';

/**
 * The personal numbers of Sweden, Denmark, Norway and Finland in every usual spelling, anywhere in a text: a date that
 * exists, and as many characters behind it. Check digits are not asked for, so that a mistyped one is found too.
 */
export const PERSONAL_NUMBER = new RegExp(`(?=\\d{6})${START}(?:${SHAPES.join('|')})(?!\\d)`, 'g');
