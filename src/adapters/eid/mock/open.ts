import { object } from 'yup';

import type { Acr } from '../../../domain/acr.ts';
import { used } from '../../../domain/directives.ts';
import type { EidOffer, TextRules } from '../../../domain/eid-offer.ts';
import type { Identity } from '../../../domain/identity.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { OrderEid } from '../../../ports/eid.ts';
import type { EidModule } from '../eid-module.ts';
import { claimsIn, mockClaims, TEST_PERSON } from './claims.ts';

const ACR = 'urn:grn:authn:mock' as Acr;
const TEXTS: TextRules = {
  message: { limit: 1500, measured: 'after base64 encoding' },
  nonVisibleData: undefined,
};

const SCHEME = 'mock';

/** Logs in whomever the request describes, at once and without an app: for automated tests. */
export function mock(others: readonly EidOffer[]): EidModule<{ readonly order: OrderEid }> {
  const offer = mockOffer(others);
  return {
    offer,
    scheme: SCHEME,
    settings: object({})
      .strict()
      .noUnknown(({ path, unknown }) => `${path} has an unknown key: ${unknown}`),
    evidence: undefined,
    // It has no real counterpart; the restriction of its row keeps it from production domains.
    isSimulated: () => false,
    open: () => ({ order: mockEid(offer) }),
  };
}

function mockOffer(others: readonly EidOffer[]): EidOffer {
  const claims = mockClaims(others);
  const channels = {
    browser: 'order',
    embedded: 'order',
    headless: 'order',
    ciba: 'order',
  } as const;
  const isValid = (value: string) => claimsIn(value, claims) !== undefined;
  const value = { form: 'base64 of a JSON object of claims', fits: isValid, optional: false };
  return {
    name: 'mock',
    title: 'Mock eID',
    hasApp: false,
    variants: [
      {
        acr: ACR,
        title: 'Mock eID',
        device: 'other',
        level: undefined,
        channels,
        startsAtOnce: true,
        satisfiedBy: [],
        inputs: [],
      },
    ],
    languages: ['en'],
    restriction: 'test-domains',
    texts: {
      authentication: TEXTS,
      signature: undefined,
      phone: { ...TEXTS, detailsType: 'phoneAuth', namesCaller: true, pending: 'stages' },
    },
    directives: [used('mock', value)],
    nationalNumber: {
      type: 'any',
      shapes: [],
      parse: (text) => (/^[\w+-]{1,40}$/.test(text) ? text : undefined),
    },
    claims,
    scopes: [],
    storedByScope: [],
  };
}

function mockEid({ claims: offered }: EidOffer): OrderEid {
  return {
    kind: 'order',
    collectInterval: 0,
    repeatsAnswers: true,

    async start({ directives, person }) {
      const claims =
        directives.mock === undefined ? TEST_PERSON : claimsIn(directives.mock, offered);
      return { claims, ...(person !== undefined && { person }) };
    },

    collect: async ({ claims, person }) => ({
      state: 'identified',
      identity: identityOf(claims as JsonObject, typeof person === 'string' ? person : undefined),
    }),

    launchData: () => undefined,
    isOpened: () => false,
    texts: () => 'Test login',
    certificates: () => [],
    close: async () => undefined,
  };
}

/** The same claims are the same person. */
function identityOf({ country, ...claims }: JsonObject, person: string | undefined): Identity {
  const members = Object.entries(claims).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    scheme: SCHEME,
    country: typeof country === 'string' ? country : 'XX',
    personId: JSON.stringify(members),
    nationalId: person,
    method: ACR,
    amr: ['user'],
    claims,
    scopedClaims: {},
  };
}
