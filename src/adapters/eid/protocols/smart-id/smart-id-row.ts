import type { EidOffer } from '../../../../domain/eid-offer.ts';
import {
  type CertificateRow,
  certificateOffer,
  textClaim,
} from '../person-certificates/certificate-row.ts';
import { HINT_WORDS } from './end-results.ts';

/** Smart-ID of one country. */
export interface SmartIdRow extends CertificateRow {
  readonly country: 'EE' | 'LV' | 'LT';
}

/** The longest text of a confirmation in the app. */
const MAX_TEXT_LENGTH = 200;

/** The offer of one country. */
export function offerOf(row: SmartIdRow): EidOffer {
  const { country, example } = row;
  return certificateOffer(row, {
    name: 'smart-id',
    title: 'Smart-ID',
    hintCodes: HINT_WORDS,
    variant: {
      inputs: [],
      device: undefined,
      // Not on a page of the application: its person on the same device could not return to a page of ours.
      channels: { browser: 'order', headless: 'order' },
    },
    maxTextLength: MAX_TEXT_LENGTH,
    birthdate: 'Date of birth; absent when neither code nor certificate has it.',
    claims: [
      textClaim(
        'documentNumber',
        `PNO${country}-${example.number}-MOCK-Q`,
        'The account at Smart-ID.',
      ),
    ],
    scopes: ['ssn'],
    storedByScope: [],
  });
}
