import type { Acr } from '../../../domain/acr.ts';
import type { Device } from '../../../domain/authentication.ts';
import { later, oneOf, pattern } from '../../../domain/directives.ts';
import type { EidOffer, EidVariant, TextRules } from '../../../domain/eid-offer.ts';
import { sweden } from '../national-numbers/sweden.ts';
import { CLAIMS, EVIDENCE_CLAIMS, RISK_CLAIM } from './identity.ts';

const SHORT_TEXTS: TextRules = {
  message: { limit: 1500, measured: 'after base64 encoding' },
  nonVisibleData: 1500,
};

const ANY_DEVICE = 'urn:grn:authn:se:bankid' as Acr;
const SAME_DEVICE = `${ANY_DEVICE}:same-device` as Acr;
const ANOTHER_DEVICE = `${ANY_DEVICE}:another-device` as Acr;
const QR = `${ANOTHER_DEVICE}:qr` as Acr;

/** Swedish BankID: one acr value that leaves the device to the person, three that decide on it. */
export const offer: EidOffer = {
  name: 'se-bankid',
  variants: [
    variant(ANY_DEVICE, undefined, [SAME_DEVICE, ANOTHER_DEVICE, QR]),
    variant(SAME_DEVICE, 'same'),
    variant(ANOTHER_DEVICE, 'other', [QR]),
    { ...variant(QR, 'other'), startsAtOnce: true },
  ],
  texts: {
    authentication: SHORT_TEXTS,
    signature: {
      message: { limit: 40_000, measured: 'after base64 encoding' },
      nonVisibleData: 200_000,
    },
    phone: SHORT_TEXTS,
  },
  directives: [
    later('appswitch:resumeUrl', pattern('URL, or disable', /./)),
    later('appswitch', oneOf('ios', 'android', 'browser')),
  ],
  nationalNumber: sweden,
  claims: [...CLAIMS, ...EVIDENCE_CLAIMS, RISK_CLAIM],
  scopes: ['ssn', 'evidence', 'risk'],
  // The personal number is part of every login; evidence and risk are never stored with a session.
  storedByScope: [],
};

function variant(
  acr: Acr,
  device: Device | undefined,
  satisfiedBy: readonly Acr[] = [],
): EidVariant {
  return { acr, device, startsAtOnce: false, satisfiedBy };
}
