import type { Acr } from '../../../domain/acr.ts';
import type { Device } from '../../../domain/authentication.ts';
import type { EidOffer, EidVariant } from '../../../ports/eid.ts';
import { CLAIMS, EVIDENCE_CLAIMS, RISK_CLAIM } from './identity.ts';

/** Swedish BankID: one acr value that leaves the device to the person, three that decide on it. */
export const offer: EidOffer = {
  name: 'se-bankid',
  variants: [
    variant('', undefined),
    variant(':same-device', 'same'),
    variant(':another-device', 'other'),
    variant(':another-device:qr', 'other', true),
  ],
  claims: [...CLAIMS, ...EVIDENCE_CLAIMS, RISK_CLAIM],
  scopes: ['ssn', 'evidence', 'risk'],
};

function variant(suffix: string, device: Device | undefined, startsAtOnce = false): EidVariant {
  return { acr: `urn:grn:authn:se:bankid${suffix}` as Acr, device, startsAtOnce };
}
