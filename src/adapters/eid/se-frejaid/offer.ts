import type { Acr } from '../../../domain/acr.ts';
import type { ClaimOffer } from '../../../domain/claims.ts';
import { oneOf, pattern, used } from '../../../domain/directives.ts';
import type { EidOffer } from '../../../domain/eid-offer.ts';
import { isJsonObject, type Json } from '../../../domain/json.ts';
import { NATIONAL_NUMBER } from '../../../domain/normalised-claims.ts';
import { sweden } from '../national-numbers/sweden.ts';
import { HINT_WORDS } from './answers.ts';
import { SCOPE_ATTRIBUTES } from './attributes.ts';
import { contradictionIn } from './contradictions.ts';

const BASE64 = pattern('base64', /^(?:[A-Za-z0-9_-]+|[A-Za-z0-9+/]+)={0,2}$/);
const TEXT = { limit: 4096, measured: 'before base64 encoding' } as const;
const scopes = Object.keys(SCOPE_ATTRIBUTES);

/** Freja: one acr value, whose level of registration a directive raises. */
export const offer: EidOffer = {
  name: 'se-frejaid',
  title: 'Freja',
  hintCodes: HINT_WORDS,
  variants: [
    {
      acr: 'urn:grn:authn:se:frejaid' as Acr,
      title: 'Freja',
      device: undefined,
      level: undefined,
      channels: { browser: 'order', embedded: 'order', headless: 'order' },
      startsAtOnce: false,
      satisfiedBy: [],
      inputs: [],
    },
  ],
  languages: ['sv', 'en'],
  texts: {
    authentication: { message: undefined, nonVisibleData: undefined },
    signature: { message: TEXT, nonVisibleData: 7_000_000 },
    phone: undefined,
  },
  directives: [
    used('minregistrationlevel', oneOf('basic', 'extended', 'plus')),
    used('userconfirmationmethod', oneOf('default', 'defaultandface')),
    used('title', BASE64),
    used('pushTitle', BASE64),
    used('pushText', BASE64),
    used('sub:email', pattern('e-mail address', /^[^@]+@[^@]+$/)),
    used('sub:phone', pattern('+ and digits', /^\+\d{4,15}$/)),
    used('sub:ssncountry', oneOf('SE')),
  ],
  nationalNumber: sweden,
  contradictionIn,
  claims: [
    claim('authRef', 'zWrxATCUAJ_QvlqX…', 'Freja’s reference of a login.'),
    claim('signRef', 'yQmbATCVBK_RwmrY…', 'Freja’s reference of a signature.'),
    claim('status', 'APPROVED', 'Freja’s status.'),
    claim('userInfoType', 'INFERRED', 'How the request named the person.'),
    claim('userInfo', 'N/A', 'The name of the person in the request.'),
    claim('timestamp', '1745498669753', 'When the person approved, in milliseconds since 1970.'),
    claim('minRegistrationLevel', 'EXTENDED', 'The level of registration that was required.'),
    claim('relyingPartyUserId', '7DC5620539DC…', 'The person at Freja, for this relying party.'),
    claim('integratorSpecificUserId', 'FF976587B018…', 'The person, for an integrator.'),
    {
      ...claim(
        'details',
        {
          status: 'APPROVED',
          requestedAttributes: { ssn: { ssn: '199006022397', country: 'SE' } },
        },
        'Freja’s signed result, with granted attributes.',
      ),
      schema: { type: 'object' },
      normalised: NATIONAL_NUMBER,
      normalise: numberIn,
    },
    scoped(
      'registration_level',
      'registrationLevel',
      'PLUS',
      'The person’s level of registration.',
    ),
    scoped('basic_user_info', 'given_name', 'Åsa', 'Given names.'),
    scoped('basic_user_info', 'family_name', 'Lindström', 'Family names.'),
    scoped('date_of_birth', 'birthdate', '1990-06-02', 'Date of birth.'),
    scoped('date_of_birth', 'dateofbirth', '1990-06-02', 'As `birthdate`.'),
    scoped('age', 'age', '36', 'Whole years.'),
    {
      ...scoped('email_address', 'emailaddress', 'asa@example.com', 'The first e-mail address.'),
      normalised: 'email',
    },
    scoped('all_phone_numbers', 'phone_number', '+46701740605', 'The first phone number.'),
    scoped('photo', 'photo', '/9j/4AAQSkZJRg…', 'A photo of the person: JPEG in base64.'),
    scoped('document_photo', 'documentPhoto', '/9j/4AAQSkZJRg…', 'The photo of the document.'),
    ofEvidence('evidence', 'eyJ4NXQiOi…', 'Freja’s signed result: a JWS.'),
    ofEvidence('userSignature', 'eyJhbGciOi…', 'The person’s signature of a text: a JWS.'),
    ofEvidence('certificateStatus', 'MIIHdgoBAKCC…', 'Proof that its certificate was valid: DER.'),
    ofEvidence('advancedSignature', 'PD94bWwg…', 'An advanced signature: XML in base64.'),
  ],
  scopes: [...scopes, 'evidence'],
  storedByScope: scopes,
  longScopes: ['frejaid:photo', 'frejaid:document_photo'],
  // The result has granted attributes, and belongs to one level of registration.
  neverResumed: true,
};

/** The granted number of a signed result. Others than Swedish ones have another type. */
function numberIn(details: Json): Json | undefined {
  const { requestedAttributes } = isJsonObject(details) ? details : {};
  const { ssn } = isJsonObject(requestedAttributes) ? requestedAttributes : {};
  return isJsonObject(ssn) && ssn.country === 'SE' ? ssn.ssn : undefined;
}

function claim(name: string, example: Json, description: string): ClaimOffer {
  return { name, scope: undefined, schema: { type: 'string' }, description, example };
}

function scoped(scope: string, name: string, example: string, description: string): ClaimOffer {
  return { ...claim(name, example, description), scope: `frejaid:${scope}` };
}

function ofEvidence(name: string, example: string, description: string): ClaimOffer {
  return { ...claim(name, example, description), scope: 'evidence' };
}
