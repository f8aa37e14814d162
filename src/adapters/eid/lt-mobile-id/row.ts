import { lithuania } from '../national-numbers/estonia-and-lithuania.ts';
import type { MobileIdRow } from '../protocols/mobile-id/mobile-id-row.ts';

/** Mobile-ID with a Lithuanian personal code. */
export const ltMobileId: MobileIdRow = {
  country: 'LT',
  countryName: 'Lithuania',
  languages: ['lt', 'en'],
  scheme: 'ltmobileid',
  number: lithuania,
  phones: /^\+370\d{8}$/,
  example: { number: '50001018865', birthdate: '2000-01-01' },
};
