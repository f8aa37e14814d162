import { lithuania } from '../national-numbers/estonia-and-lithuania.ts';
import type { SmartIdRow } from '../protocols/smart-id/smart-id-row.ts';

/** Smart-ID with a Lithuanian personal code. */
export const ltSmartId: SmartIdRow = {
  country: 'LT',
  countryName: 'Lithuania',
  languages: ['lt', 'en'],
  scheme: 'ltsmartid',
  number: lithuania,
  example: { number: '40404040009', birthdate: '1904-04-04' },
};
