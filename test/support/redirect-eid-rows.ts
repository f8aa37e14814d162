import { expect } from '@jest/globals';

/** A login of one acr value, and what its ID token says. */
export interface RedirectEidRow {
  readonly acr: string;
  readonly scope: string;
  readonly person: string;
  /** The envelope's claims that differ. */
  readonly scheme: string;
  readonly country: string;
  readonly method: string;
  readonly amr: readonly string[];
  /** The claims of the person: exactly these. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The eID's word for a level that is too low; undefined: it states none. */
  readonly tooLow: string | undefined;
}

const ITSME = 'http://itsme.services/v2/claim';
const LOTTE = {
  name: 'Lotte Voorbeeld',
  given_name: 'Lotte',
  givenname: 'Lotte',
  family_name: 'Voorbeeld',
  surname: 'Voorbeeld',
  birthdate: '1990-11-02',
  dateofbirth: '1990-11-02',
  placeofbirth: { city: 'Gent', country: 'BE', formatted: 'Gent BE' },
  deviceinfo: { os: 'ANDROID', appName: 'itsme app', rooted: 'false' },
};
const LOTTES_CONTACT = {
  email: 'lotte@example.be',
  email_verified: 'false',
  phone_number: '+32 460000000',
  phone_number_verified: 'true',
};
const ELINES_NAME = {
  name: 'Eline Prøvedal',
  given_name: 'Eline',
  givenname: 'Eline',
  family_name: 'Prøvedal',
  surname: 'Prøvedal',
};
const ELINES_BIRTH = { birthdate: '1990-08-15', dateofbirth: '1990-08-15' };
const ELINES_ADDRESS = {
  street_address: 'Prøveveien 1',
  postal_code: '0001',
  region: 'OSLO',
  country: 'NO',
  formatted: 'Prøveveien 1\n0001\nOSLO\nNO',
};
const AT_BANKID = {
  street_address: 'Prøveveien 1',
  postal_code: '0001',
  locality: 'OSLO',
  formatted: 'Prøveveien 1\n0001 OSLO',
};
const addressOf = (address: object) => ({ address, streetaddress: JSON.stringify(address) });
const ELINES_CONTACT = {
  email: 'eline@example.com',
  emailaddress: 'eline@example.com',
};
const ELINE_AT_BANKID = {
  ...ELINES_NAME,
  ...ELINES_BIRTH,
  uniqueuserid: '9578-6000-4-45292',
  certissuer: 'CN=SIMULATOR Bank CA,O=SIMULATOR AS,C=NO;OriginatorId=0',
};
const CERTIFICATE = {
  certsubject: 'CN=Prøvedal\\, Eline,O=SIMULATOR AS,C=NO,SERIALNUMBER=9578-6000-4-45292',
};
const BANKID = {
  person: 'eline',
  scheme: 'nobankid-oidc',
  country: 'NO',
  method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI',
  amr: ['mfa'],
};
const BIS = 'urn:bankid:bis;LOA=3';

/** One row for each acr value of the fixture. */
export const ROWS: readonly RedirectEidRow[] = [
  {
    acr: 'urn:grn:authn:de:personalausweis',
    scope: 'openid odis:Profile2',
    person: 'jutta',
    scheme: 'deadesso',
    country: 'DE',
    method: 'urn:grn:authn:de:personalausweis',
    amr: ['mfa'],
    claims: {
      given_name: 'JUTTA',
      family_name: 'BEISPIEL',
      birthdate: '1964-08-12',
      address: {
        street_address: 'HEIDESTRAẞE 17',
        locality: 'KÖLN',
        postal_code: '51147',
        region: '',
        country: 'D',
      },
    },
    tooLow: 'urn:grn:authn:de:other',
  },
  {
    acr: 'urn:grn:authn:nl:itsme',
    scope: 'openid email phone',
    person: 'lotte',
    scheme: 'itsme',
    country: 'NL',
    method: `${ITSME}/acr_basic`,
    amr: ['mfa'],
    claims: { ...LOTTE, ...LOTTES_CONTACT },
    tooLow: 'none',
  },
  {
    acr: 'urn:grn:authn:nl:idin',
    scope: 'openid idin:full-id',
    person: 'loes',
    scheme: 'nlidin',
    country: 'NL',
    method: 'urn:grn:authn:nl:idin',
    amr: ['mfa'],
    claims: {
      verified_claims: {
        bin: 'FANTASYBANK0810731028',
        initials: 'L',
        legallastname: 'Proef',
        dateofbirth: '1975-07-25',
        street: 'Pascalstreet',
        houseno: '19',
        postalcode: '0000AA',
        city: 'Aachen',
        country: 'DE',
        legallastnameprefix: 'de',
        preferredlastname: 'Proef-Voorbeeld',
        preferredlastnameprefix: 'de',
        partnerlastname: 'Voorbeeld',
        partnerlastnameprefix: 'van',
        phone1: '+31203051900',
        phone2: null,
        phone3: null,
        housenosuf: null,
        addressextra: null,
        intaddressline1: null,
        intaddressline2: null,
        intaddressline3: null,
        ageCheck: null,
        transientid: null,
      },
      family_name: 'Proef',
      surname: 'Proef',
      birthdate: '1975-07-25',
      dateofbirth: '1975-07-25',
      gender: 'MALE',
      email: 'loes@example.com',
      phone_number: '+31203051900',
    },
    tooLow: 'urn:grn:authn:nl:other',
  },
  {
    acr: 'urn:grn:authn:uk:oneid',
    scope: 'openid profile date_of_birth address email phone age_over_18 age_over_25 fraud',
    person: 'edith',
    scheme: 'ukoneid',
    country: 'GB',
    method: 'urn:grn:authn:uk:oneid',
    amr: [],
    claims: {
      name: 'Edith Sample',
      given_name: 'Edith',
      family_name: 'Sample',
      birthdate: '1980-02-03',
      address: { street_address: '1 Sample Street', locality: 'London', country: 'GB' },
      email: 'edith@example.com',
      phone_number: '+447700900123',
      age_over_18: true,
      age_over_25: true,
      fraud: { simulated: true },
    },
    tooLow: undefined,
  },
  {
    acr: 'urn:grn:authn:at:idaustria',
    scope: 'openid',
    person: 'jakob',
    scheme: 'atidaustria',
    country: 'AT',
    method: 'urn:grn:authn:at:idaustria',
    amr: ['mfa'],
    claims: {
      bpk: 'WZvuxUfIw+UAT3zOuVPKjSmTt+o=',
      name: 'Jakob Testberger',
      given_name: 'Jakob',
      givenname: 'Jakob',
      family_name: 'Testberger',
      surname: 'Testberger',
      birthdate: '1984-02-29',
      dateofbirth: '1984-02-29',
    },
    tooLow: undefined,
  },
  {
    acr: 'urn:grn:authn:be:itsme:basic',
    scope: 'openid',
    person: 'lotte',
    scheme: 'itsme',
    country: 'BE',
    method: `${ITSME}/acr_basic`,
    amr: ['mfa'],
    claims: { ...LOTTE, gender: 'female' },
    tooLow: 'none',
  },
  {
    acr: 'urn:grn:authn:be:itsme:advanced',
    scope: 'openid ssn address email phone',
    person: 'lotte',
    scheme: 'itsme',
    country: 'BE',
    method: `${ITSME}/acr_advanced`,
    amr: ['mfa', 'pin'],
    claims: {
      ...LOTTE,
      ...LOTTES_CONTACT,
      gender: 'female',
      nationalnumber: '90110299836',
      address: {
        formatted: 'Teststraat 1, 1000 Brussel',
        street_address: 'Teststraat 1',
        postal_code: '1000',
        locality: 'Brussel',
      },
    },
    tooLow: `${ITSME}/acr_basic`,
  },
  {
    ...BANKID,
    acr: 'urn:grn:authn:no:bankid',
    scope: 'openid ssn address email phone',
    claims: {
      ...ELINE_AT_BANKID,
      ...CERTIFICATE,
      ...ELINES_CONTACT,
      ...addressOf(AT_BANKID),
      phone_number: '00045292',
      mobilephone: '00045292',
      socialno: '15889010069',
    },
    tooLow: BIS,
  },
  {
    ...BANKID,
    acr: 'urn:grn:authn:no:bankid:high',
    scope: 'openid ssn',
    claims: { ...ELINE_AT_BANKID, ...CERTIFICATE, socialno: '15889010069' },
    tooLow: BIS,
  },
  {
    ...BANKID,
    acr: 'urn:grn:authn:no:bankid:substantial',
    scope: 'openid',
    claims: ELINE_AT_BANKID,
    tooLow: 'urn:bankid:bim;LOA=2',
  },
  {
    acr: 'urn:grn:authn:no:vipps',
    scope: 'openid ssn address email phone birthdate',
    person: 'eline',
    scheme: 'novippslogin',
    country: 'NO',
    method: 'urn:grn:authn:no:vipps',
    amr: ['user'],
    claims: {
      ...ELINES_NAME,
      ...ELINES_BIRTH,
      ...ELINES_CONTACT,
      ...addressOf(ELINES_ADDRESS),
      phone_number: '4700045292',
      mobilephone: '4700045292',
      socialno: '15889010069',
    },
    tooLow: 'remembered_browser',
  },
  {
    acr: 'urn:grn:authn:dk:mitid:business',
    scope: 'openid',
    person: 'astrid',
    scheme: 'dkmitid',
    country: 'DK',
    method: 'code_app:SUBSTANTIAL:SUBSTANTIAL:SUBSTANTIAL',
    amr: ['mfa'],
    claims: {
      uuid: '0e1d2c3b-50e3-1d8f-98ac-9b460cfe7fbf',
      name: 'Astrid Prøvesen',
      birthdate: '1958-12-27',
      dateofbirth: '1958-12-27',
      age: expect.stringMatching(/^\d\d$/),
      companySignatory: 'true',
      cvrNumberIdentifier: '12345678',
      '2.5.4.10': 'Testorganisation nr. 12345678',
      refTextHeader: 'Log on',
      loA: 'SUBSTANTIAL',
      ial: 'SUBSTANTIAL',
      aal: 'SUBSTANTIAL',
    },
    tooLow: 'low',
  },
];
