import { object } from 'yup';

import type { Acr } from '../../../domain/acr.ts';
import { oneOf, used } from '../../../domain/directives.ts';
import type { EidOffer } from '../../../domain/eid-offer.ts';
import { Failure } from '../../../domain/failure.ts';
import type { RedirectEid } from '../../../ports/eid.ts';
import type { EidModule } from '../eid-module.ts';
import { AGE_SCHEME, AGES, CLAIM, reduceToAge } from './reduce-to-age.ts';

const acrs = (...names: string[]) => names.map((name) => `urn:grn:authn:${name}` as Acr);

/** The acr values that identify a person with a date of birth, by country, the lowest level of each. */
const ACR_VALUES = {
  DK: acrs('dk:mitid:low'),
  SE: acrs('se:bankid:same-device', 'se:bankid:another-device:qr'),
  NO: acrs('no:bankid:substantial'),
  FI: acrs('fi:all'),
};

const offer: EidOffer = {
  name: 'age-verification',
  title: 'Age verification',
  variants: [
    {
      acr: 'urn:age-verification' as Acr,
      title: 'Age verification',
      device: 'same',
      level: undefined,
      channels: { browser: 'redirect' },
      startsAtOnce: false,
      satisfiedBy: [],
      inputs: [],
    },
  ],
  languages: ['en'],
  texts: {
    authentication: { message: undefined, nonVisibleData: undefined },
    signature: undefined,
    phone: undefined,
  },
  directives: [used('country', oneOf(...Object.keys(ACR_VALUES)))],
  nationalNumber: undefined,
  through: {
    directive: 'country',
    acrValues: ACR_VALUES,
    scopes: ['birthdate'],
    reduce: reduceToAge,
  },
  claims: [
    {
      name: CLAIM,
      scope: undefined,
      schema: {
        type: 'object',
        properties: {
          country: { type: 'string' },
          ...Object.fromEntries(AGES.map((age) => [`is_over_${age}`, { type: 'boolean' }])),
        },
        required: ['country'],
      },
      description: 'The country of the eID, and an answer for each scope `is_over_<age>`.',
      example: { country: 'DK', is_over_18: true },
    },
  ],
  scopes: AGES.map((age) => `is_over_${age}`),
  storedByScope: [],
};

/** Whether a person is old enough, and nothing else. Another eID of the tenant identifies the person. */
export const ageVerification: EidModule<{ readonly redirect: RedirectEid }> = {
  offer,
  scheme: AGE_SCHEME,
  settings: object({})
    .strict()
    .noUnknown(({ path, unknown }) => `${path} has an unknown key: ${unknown}`),
  evidence: undefined,
  isSimulated: () => false,
  open: () => ({ redirect: withoutCounterpart }),
};

/** Stands for the choice of the other eID: nobody can start it. */
const withoutCounterpart: RedirectEid = {
  kind: 'redirect',
  begin: async () => {
    throw new Failure('eid-misconfigured', { detail: 'no eID was chosen for the age' });
  },
  finish: async () => ({ state: 'ended', why: 'failed', hintCode: undefined }),
  certificates: () => [],
  close: async () => undefined,
};
