import { estonia } from '../national-numbers/estonia-and-lithuania.ts';
import type { MobileIdRow } from '../protocols/mobile-id/mobile-id-row.ts';

/** Mobile-ID with an Estonian personal code. */
export const eeMobileId: MobileIdRow = {
  country: 'EE',
  countryName: 'Estonia',
  languages: ['et', 'en'],
  scheme: 'eemobileid',
  number: estonia,
  phones: /^\+372\d{7,8}$/,
  example: { number: '60001019906', birthdate: '2000-01-01' },
};
