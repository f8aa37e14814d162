/** Freja's name of each attribute in a request, and the member of an answer that has it. */
export const ATTRIBUTES = {
  EMAIL_ADDRESS: 'emailAddress',
  ALL_EMAIL_ADDRESSES: 'allEmailAddresses',
  ALL_PHONE_NUMBERS: 'allPhoneNumbers',
  REGISTRATION_LEVEL: 'registrationLevel',
  BASIC_USER_INFO: 'basicUserInfo',
  DATE_OF_BIRTH: 'dateOfBirth',
  AGE: 'age',
  SSN: 'ssn',
  ADDRESSES: 'addresses',
  DOCUMENT: 'document',
  PHOTO: 'photoFileInfo',
  DOCUMENT_PHOTO: 'documentPhotoFileInfo',
  UNIQUE_PERSONAL_IDENTIFIER: 'uniquePersonalIdentifier',
  LOA_LEVEL: 'loaLevel',
  CUSTOM_IDENTIFIER: 'customIdentifier',
  RELYING_PARTY_USER_ID: 'relyingPartyUserId',
  INTEGRATOR_SPECIFIC_USER_ID: 'integratorSpecificUserId',
} as const;

/** One attribute of a person. */
export type Attribute = keyof typeof ATTRIBUTES;

/** The levels of registration, the lowest first. */
const REGISTRATION_LEVELS = ['BASIC', 'EXTENDED', 'PLUS'] as const;

/** One level of registration. */
export type RegistrationLevel = (typeof REGISTRATION_LEVELS)[number];

/** The attributes of people with any level of registration; every other one needs EXTENDED. */
const OF_ALL: readonly Attribute[] = [
  'EMAIL_ADDRESS',
  'ALL_EMAIL_ADDRESSES',
  'ALL_PHONE_NUMBERS',
  'REGISTRATION_LEVEL',
  'UNIQUE_PERSONAL_IDENTIFIER',
  'LOA_LEVEL',
  'CUSTOM_IDENTIFIER',
  'RELYING_PARTY_USER_ID',
  'INTEGRATOR_SPECIFIC_USER_ID',
];

/** Every login has them: the person's identifier, and the level that is verified. */
const ALWAYS: readonly Attribute[] = ['RELYING_PARTY_USER_ID', 'REGISTRATION_LEVEL'];

/** The attribute of each scope. */
export const SCOPE_ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  'frejaid:email_address': 'EMAIL_ADDRESS',
  'frejaid:all_email_addresses': 'ALL_EMAIL_ADDRESSES',
  'frejaid:all_phone_numbers': 'ALL_PHONE_NUMBERS',
  'frejaid:registration_level': 'REGISTRATION_LEVEL',
  'frejaid:basic_user_info': 'BASIC_USER_INFO',
  'frejaid:date_of_birth': 'DATE_OF_BIRTH',
  'frejaid:age': 'AGE',
  'frejaid:ssn': 'SSN',
  'frejaid:addresses': 'ADDRESSES',
  'frejaid:document': 'DOCUMENT',
  'frejaid:photo': 'PHOTO',
  'frejaid:document_photo': 'DOCUMENT_PHOTO',
  'frejaid:unique_personal_identifier': 'UNIQUE_PERSONAL_IDENTIFIER',
  'frejaid:loa_level': 'LOA_LEVEL',
  'frejaid:custom_identifier': 'CUSTOM_IDENTIFIER',
};

/** The attributes that the granted scopes release. */
export function releasedBy(scope: readonly string[]): readonly Attribute[] {
  return scope.flatMap((name) => SCOPE_ATTRIBUTES[name] ?? []);
}

/** What a request needs beside the claims of its scopes. */
export interface Needs {
  /** The person is compared with an e-mail address or a phone number. */
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** An integrator has one more identifier of the person. */
  readonly isIntegrator: boolean;
}

/** The attributes to request: those of the scopes, of every login, and of the comparison. */
export function attributesFor(scope: readonly string[], needs: Needs): readonly Attribute[] {
  const { email, phone, isIntegrator } = needs;
  const more: readonly (Attribute | undefined)[] = [
    email === undefined ? undefined : 'ALL_EMAIL_ADDRESSES',
    phone === undefined ? undefined : 'ALL_PHONE_NUMBERS',
    isIntegrator ? 'INTEGRATOR_SPECIFIC_USER_ID' : undefined,
  ];
  const attributes = [...releasedBy(scope), ...ALWAYS, ...more];
  return [...new Set(attributes.filter((one) => one !== undefined))];
}

/** The lowest level of registration with all these attributes. */
export function lowestLevelOf(attributes: readonly Attribute[]): RegistrationLevel {
  return attributes.every((attribute) => OF_ALL.includes(attribute)) ? 'BASIC' : 'EXTENDED';
}

/** True when one level is the other, or higher. */
export function isAtLeast(level: RegistrationLevel, lowest: RegistrationLevel): boolean {
  return REGISTRATION_LEVELS.indexOf(level) >= REGISTRATION_LEVELS.indexOf(lowest);
}

/** A word of Freja as a level of registration; undefined for any other value. */
export function levelOf(word: unknown): RegistrationLevel | undefined {
  return REGISTRATION_LEVELS.find((level) => level === word);
}
