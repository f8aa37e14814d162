import { estonia } from '../national-numbers/estonia-and-lithuania.ts';
import type { SmartIdRow } from '../protocols/smart-id/smart-id-row.ts';

/** Smart-ID with an Estonian personal code. */
export const eeSmartId: SmartIdRow = {
  country: 'EE',
  countryName: 'Estonia',
  languages: ['et', 'en'],
  scheme: 'eesmartid',
  number: estonia,
  example: { number: '40404040009', birthdate: '1904-04-04' },
};
