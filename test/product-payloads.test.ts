import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { catalogue } from '../src/adapters/eid/registry.ts';
import type { Acr } from '../src/domain/acr.ts';
import { as, CIBA, PHONE_REQUEST, post } from './support/backchannel-broker.ts';
import { type Form, type Forms, formOf, PAYLOADS } from './support/payload-form.ts';
import {
  type SimulatedBroker,
  type SimulatedLogin,
  startSimulatedBroker,
} from './support/simulated-broker.ts';
import { verifiedClaims } from './support/tokens.ts';

/** The login of a payload. Its acr value is that of the payload. */
interface PayloadLogin extends Omit<SimulatedLogin, 'acr'> {
  readonly acr?: string;
  /** The claims beyond the payload. */
  readonly more?: Forms;
  /** The claims, or members of claims, that no source of ours has, with the reason. */
  readonly lacks?: Readonly<Record<string, string>>;
}

/** The payloads of services that are not in the catalogue, with the reason. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  NEMID_POCES: 'NemID ended in 2023: MitID replaced it',
};

const FAL = 'the broker of Signaturgruppen states no level of the federation (Signicat does)';
const ROAD = 'the broker has neither codes of roads nor municipalities';
const CODES = {
  'address_details road_code': ROAD,
  'address_details municipality': ROAD,
  'address_details municipality_code': ROAD,
};

const message = `message:${Buffer.from('Pay 100 kr').toString('base64url')}`;
const LEVELS: Forms = { loA: 'level', ial: 'level', aal: 'level', refTextHeader: 'text' };
const NAMES: Forms = { givenname: 'text', surname: 'text' };
const BORN: Forms = { dateofbirth: 'date' };
const FREJA = ['email_address', 'all_email_addresses', 'all_phone_numbers', 'registration_level']
  .concat('basic_user_info', 'date_of_birth', 'age', 'ssn', 'addresses', 'document', 'photo')
  .concat('document_photo')
  .map((name) => `frejaid:${name}`)
  .join(' ');

const LOGINS: Readonly<Record<string, PayloadLogin>> = {
  MITID_CITIZEN: { person: 'astrid', scope: 'ssn', hint: message, lacks: { fal: FAL } },
  MITID_CITIZEN_ADDRESS: {
    person: 'astrid',
    scope: 'ssn address',
    hint: message,
    more: { cprNumberStatus: '2 digits' },
    lacks: { fal: FAL, ...CODES },
  },
  MITID_BUSINESS_SIGNATORY_RISKDATA: {
    acr: 'urn:grn:authn:dk:mitid:business',
    person: 'astrid',
    hint: message,
    clientId: 'uri',
    more: { companySignatory: 'true as text' },
    lacks: {
      'dk:gov:saml:attribute:FAL': FAL,
      'dk:gov:saml:attribute:mitid_risk_data': 'the broker offers no risk data of MitID',
    },
  },
  SEBANKID: { person: 'tolvan' },
  NOBANKID: { person: 'frode', scope: 'address' },
  NOBANKID_SSN: { person: 'frode', scope: 'address ssn' },
  NOBANKID_ADDRESS: { person: 'eline', scope: 'address' },
  FTN_BANKID: { person: 'helmi' },
  'age-verification': {
    person: 'astrid',
    scope: 'is_over_18',
    hint: 'country:DK',
    more: { identityscheme: '=ageverification', country: '=DK' },
  },
  'danish-mitid-address': {
    person: 'astrid',
    scope: 'ssn address',
    more: { ...LEVELS, ...BORN },
    lacks: CODES,
  },
  'danish-mitid-erhverv-company-signatory': {
    person: 'astrid',
    scope: 'ssn',
    more: { ...LEVELS, ...BORN },
  },
  'danish-mitid-erhverv': { person: 'bent', scope: 'ssn', more: LEVELS },
  'danish-mitid': { person: 'astrid', scope: 'ssn', more: { ...LEVELS, ...BORN } },
  'finnish-trust-network': {
    person: 'ilmari',
    more: { ...NAMES, ...BORN, gender: 'English gender' },
  },
  'german-personalausweis': {
    person: 'jutta',
    scope: 'odis:Profile3',
    more: { country: '=DE' },
  },
  'norwegian-bankid-biometric': { person: 'eline', scope: 'email phone ssn' },
  'norwegian-bankid': { person: 'eline', scope: 'ssn', more: { ...NAMES, ...BORN } },
  'swedish-bankid': { person: 'tolvan', more: NAMES },
  'swedish-frejaid': { person: 'asa', scope: FREJA, more: { country: '=SE' } },
  'vipps-mobilepay': {
    person: 'eline',
    scope: 'address birthdate email phone ssn',
    more: {
      ...NAMES,
      ...BORN,
      email: 'e-mail',
      phone_number: '10 digits',
      streetaddress: 'json',
    },
  },
  'eid-page:dutch-idin': { person: 'loes', scope: 'idin:full-id', clientId: 'uri' },
  'eid-page:dutch-idin#1': { person: 'loes', scope: 'idin:re-id', clientId: 'uri' },
  'eid-page:dutch-idin#2': { person: 'loes', scope: 'idin:safe-login', clientId: 'uri' },
  'eid-page:dutch-idin#3': { person: 'loes', scope: 'idin:age-verification', clientId: 'uri' },
  'eid-page:swedish-bankid': { person: 'tolvan', scope: 'evidence', more: NAMES },
};

/** The only payload of a call. */
const OF_CIBA = 'ciba_se';

/** The claims of the standard that every token of ours has, beyond every payload. */
const STANDARD: Forms = { acr: 'urn', amr: ['text'], auth_time: 'integer' };
const ENVELOPE = [
  ...['iss', 'aud', 'nonce', 'sub', 'nameidentifier', 'sessionindex', 'iat', 'nbf', 'exp'],
  ...['authenticationtype', 'authenticationmethod', 'authenticationinstant'],
];

let broker: SimulatedBroker;
beforeAll(async () => {
  const relyingPartyId = 'simulated-relying-party';
  broker = await startSimulatedBroker({ 'se-frejaid': { relyingPartyId } });
});
afterAll(() => broker.close());

test('every payload of an acr value of the catalogue has a login, and the others a reason', () => {
  const isOffered = ([, { acr }]: [string, { readonly acr: string }]) =>
    catalogue.offerOf(acr as Acr) !== undefined;
  const offered = Object.entries(PAYLOADS).filter(isOffered);
  const others = Object.entries(PAYLOADS).filter((payload) => !isOffered(payload));
  const names = (payloads: typeof offered) => payloads.map(([name]) => name).sort();
  expect(names(offered)).toEqual([...Object.keys(LOGINS), OF_CIBA].sort());
  expect(names(others)).toEqual(Object.keys(NOT_OFFERED).sort());
});

describe('the claims of a simulated person match the payload', () => {
  test.each(Object.entries(LOGINS))('%s', async (name, login) => {
    const acr = login.acr ?? PAYLOADS[name]?.acr ?? '';
    const claims = await broker.claimsOf({ ...login, acr });
    expect(claims).toMatchObject({ acr, authenticationtype: acr });
    const expected = expectedForms(name, login);
    expect(formOf(claims, expected)).toEqual(expected);
  });

  test(OF_CIBA, async () => {
    const request = { ...PHONE_REQUEST, login_hint: 'sub:ssn:191212121212' };
    const started = await post(broker, '/ciba/bc-authorize', request, as('eid'));
    const requestId = String(started.body.auth_req_id);
    await broker.approveWaiting('tolvan');
    broker.advance(5);
    const poll = { grant_type: CIBA, auth_req_id: requestId };
    const { body } = await post(broker, '/oauth2/token', poll, as('eid'));
    const claims = await verifiedClaims(broker, String(body.id_token), 'eid');
    const expected = expectedForms(OF_CIBA, {});
    expect(formOf(claims, expected)).toEqual(expected);
  });
});

/** The forms of the payload with the differences of its login. */
function expectedForms(
  name: string,
  { more = {}, lacks = {} }: Pick<PayloadLogin, 'more' | 'lacks'>,
): Forms {
  const payload = PAYLOADS[name];
  if (payload === undefined) throw new Error(`no payload is ${name}`);
  const whole = PAYLOADS.SEBANKID?.claims ?? {};
  const envelope = ENVELOPE.map((claim) => [claim, whole[claim] ?? ''] as const);
  const shown = { ...(!payload.complete && Object.fromEntries(envelope)), ...payload.claims };
  return { ...without(shown, Object.keys(lacks)), ...STANDARD, ...more };
}

/** Without these claims; of `claim member` the claim stays. */
function without(forms: Forms, names: readonly string[]): Forms {
  const left: Record<string, Form> = structuredClone(forms) as Record<string, Form>;
  for (const name of names) {
    const [claim = '', member] = name.split(' ');
    const holder = member === undefined ? left : (left[claim] as Record<string, Form>);
    const key = member ?? claim;
    if (!Object.hasOwn(holder, key)) throw new Error(`the payload has no ${name}`);
    delete holder[key];
  }
  return left;
}
