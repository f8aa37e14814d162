import type { Acr } from '../../../domain/acr.ts';
import type { Device } from '../../../domain/authentication.ts';
import type { ClaimOffer } from '../../../domain/claims.ts';
import { later, oneOf, pattern } from '../../../domain/directives.ts';
import type { EidOffer, EidVariant, TextRules } from '../../../domain/eid-offer.ts';
import { NATIONAL_NUMBER } from '../../../domain/normalised-claims.ts';
import { sweden } from '../national-numbers/sweden.ts';
import { HINT_WORDS } from './hint-codes.ts';
import type { ClaimName } from './identity.ts';

const SHORT_TEXTS: TextRules = {
  message: { limit: 1500, measured: 'after base64 encoding' },
  nonVisibleData: 1500,
};

/** An order on every channel: the app finds it by our code, our link, or its push. */
const CHANNELS = { browser: 'order', embedded: 'order', headless: 'order', ciba: 'order' } as const;

const ANY_DEVICE = 'urn:grn:authn:se:bankid' as Acr;
const SAME_DEVICE = `${ANY_DEVICE}:same-device` as Acr;
const ANOTHER_DEVICE = `${ANY_DEVICE}:another-device` as Acr;
const QR = `${ANOTHER_DEVICE}:qr` as Acr;

/** Swedish BankID: one acr value that leaves the device to the person, three that decide on it. */
export const offer: EidOffer = {
  name: 'se-bankid',
  title: 'BankID',
  hintCodes: HINT_WORDS,
  variants: [
    variant(ANY_DEVICE, 'BankID', undefined, [SAME_DEVICE, ANOTHER_DEVICE, QR]),
    variant(SAME_DEVICE, 'BankID on this device', 'same'),
    variant(ANOTHER_DEVICE, 'BankID on another device', 'other', [QR]),
    { ...variant(QR, 'BankID with a QR code', 'other'), startsAtOnce: true },
  ],
  aliases: { [`${ANY_DEVICE}:qr`]: QR },
  languages: ['sv', 'en'],
  texts: {
    authentication: SHORT_TEXTS,
    signature: {
      message: { limit: 40_000, measured: 'after base64 encoding' },
      nonVisibleData: 200_000,
    },
    phone: {
      ...SHORT_TEXTS,
      detailsType: 'phoneAuth',
      namesCaller: true,
      pending: 'stages',
    },
  },
  directives: [
    later('appswitch:resumeUrl', pattern('URL, or disable', /./)),
    later('appswitch', oneOf('ios', 'android', 'browser')),
  ],
  nationalNumber: sweden,
  claims: [
    {
      ...claim('ssn', '199006022397', 'Personal or co-ordination number.', /^\d{12}$/),
      normalised: NATIONAL_NUMBER,
    },
    claim('name', 'Åsa Lindström', 'Full name.'),
    claim('givenname', 'Åsa', 'As `given_name`.'),
    claim('given_name', 'Åsa', 'Given names.'),
    claim('surname', 'Lindström', 'As `family_name`.'),
    claim('family_name', 'Lindström', 'Family names.'),
    claim('ipaddress', '192.0.2.7', 'Address of the device with the BankID app.'),
    ofScope(
      'evidence',
      claim('evidence', 'PD94bWwg…', 'The signature: an XML document in base64.'),
    ),
    ofScope(
      'evidence',
      claim(
        'ocspResponse',
        'MIIHdgoBAKCC…',
        'Proof that its certificate was valid: DER in base64.',
      ),
    ),
    ofScope(
      'risk',
      claim(
        'risk',
        'low',
        'BankID’s assessment; absent when it has none.',
        /^(?:low|moderate|high)$/,
      ),
    ),
  ],
  scopes: ['ssn', 'evidence', 'risk'],
  // The personal number is part of every login; evidence and risk are never stored with a session.
  storedByScope: [],
};

function variant(
  acr: Acr,
  title: string,
  device: Device | undefined,
  satisfiedBy: readonly Acr[] = [],
): EidVariant {
  return {
    acr,
    title,
    inputs: [],
    device,
    level: 'substantial',
    channels: CHANNELS,
    startsAtOnce: false,
    satisfiedBy,
  };
}

function claim(
  name: ClaimName,
  example: string,
  description: string,
  pattern?: RegExp,
): ClaimOffer {
  const form = pattern === undefined ? {} : { pattern: pattern.source };
  return { name, scope: undefined, schema: { type: 'string', ...form }, description, example };
}

function ofScope(scope: string, offered: ClaimOffer): ClaimOffer {
  return { ...offered, scope };
}
