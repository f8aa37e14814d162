import { latvia } from '../national-numbers/latvia.ts';
import type { SmartIdRow } from '../protocols/smart-id/smart-id-row.ts';

/** Smart-ID with a Latvian personal code. */
export const lvSmartId: SmartIdRow = {
  country: 'LV',
  countryName: 'Latvia',
  languages: ['lv', 'en'],
  scheme: 'lvsmartid',
  number: latvia,
  example: { number: '050405-10009', birthdate: '1905-04-05' },
};
