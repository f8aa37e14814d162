import type { ClaimOffer } from '../../../../domain/claims.ts';
import type { EidOffer } from '../../../../domain/eid-offer.ts';
import {
  type CertificateRow,
  certificateOffer,
  textClaim,
} from '../person-certificates/certificate-row.ts';
import { HINT_WORDS } from './results.ts';

/** Mobile-ID of one country. */
export interface MobileIdRow extends CertificateRow {
  readonly country: 'EE' | 'LT';
  /** The phone numbers of its operators, in E.164. */
  readonly phones: RegExp;
}

/** Characters of any alphabet that a phone shows beside the name of the service. */
export const MAX_TEXT_LENGTH = 50;

/** The offer of one country. The order is pushed to the phone whose number the person types on our page. */
export function offerOf(row: MobileIdRow): EidOffer {
  return certificateOffer(row, {
    name: 'mobile-id',
    title: 'Mobile-ID',
    hintCodes: HINT_WORDS,
    variant: {
      inputs: ['national-number', 'phone-number'],
      device: 'other',
      channels: { browser: 'order' },
    },
    maxTextLength: MAX_TEXT_LENGTH,
    birthdate: 'Date of birth.',
    claims: [
      ofPhone('phone_number', 'The phone that approved, in E.164.'),
      ofPhone('mobilephone', 'As `phone_number`.'),
    ],
    scopes: ['ssn', 'phone'],
    storedByScope: ['phone'],
  });
}

function ofPhone(name: string, description: string): ClaimOffer {
  return { ...textClaim(name, '+37200000766', description), scope: 'phone' };
}
