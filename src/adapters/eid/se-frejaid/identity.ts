import { isDeepStrictEqual } from 'node:util';

import type { Identity } from '../../../domain/identity.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts';
import { sweden } from '../national-numbers/sweden.ts';
import { ATTRIBUTES, type Attribute, releasedBy, SCOPE_ATTRIBUTES } from './attributes.ts';
import type { VerifiedResult } from './result.ts';
import { digestOf, type Requested } from './start-call.ts';

/** Value of `identityscheme`. */
export const SCHEME = 'sefrejaid';

/** The parts of an approved answer. */
export interface Approved {
  readonly requested: Requested;
  readonly result: VerifiedResult;
  /** The signed result itself. */
  readonly details: string;
  /** The attributes beside the signed result: it has digests of photos only. */
  readonly unsigned: JsonObject;
  readonly now: Date;
}

/** Undefined without an identifier of the person, or with a photo that is not the one of the signed result. */
export function identityOf(approved: Approved): Identity | undefined {
  const { requested, result, now } = approved;
  const { attributes } = result;
  const personId = textOf(attributes.relyingPartyUserId);
  if (personId === undefined) return undefined;
  const scoped = scopedClaimsOf(approved);
  if (scoped === undefined) return undefined;
  const number = numberOf(attributes.ssn) ?? numberNamed(requested);
  const isSwedish = number?.country === 'SE';
  return {
    scheme: SCHEME,
    country: number?.country ?? 'SE',
    personId,
    nationalId: isSwedish ? sweden.parse(number.ssn, now) : undefined,
    method: 'urn:grn:authn:se:frejaid',
    amr: requested.confirmedByFace ? ['mfa', 'swk', 'face'] : ['mfa', 'swk'],
    claims: claimsOf(approved, personId),
    scopedClaims: { ...scoped, ...evidenceOf(approved) },
  };
}

/** The claims of every login. */
function claimsOf({ requested, result }: Approved, personId: string): JsonObject {
  const { payload, attributes } = result;
  const { authRef, signRef, status, userInfoType, userInfo, timestamp } = payload;
  return present({
    authRef: textOf(authRef),
    signRef: textOf(signRef),
    status: textOf(status),
    userInfoType: textOf(userInfoType),
    userInfo: isJsonObject(userInfo) ? JSON.stringify(userInfo) : textOf(userInfo),
    timestamp: textOf(timestamp),
    minRegistrationLevel: textOf(payload.minRegistrationLevel) ?? requested.lowestLevel,
    relyingPartyUserId: personId,
    integratorSpecificUserId: textOf(attributes.integratorSpecificUserId),
    details: { ...withoutSignature(payload), requestedAttributes: released(result, requested) },
  });
}

/** The result without attributes that no granted scope releases: we always request some for ourselves. */
function released({ attributes }: VerifiedResult, { scope }: Requested): JsonObject {
  const members = [
    ...releasedBy(scope).map((attribute) => ATTRIBUTES[attribute]),
    ATTRIBUTES.RELYING_PARTY_USER_ID,
    ATTRIBUTES.INTEGRATOR_SPECIFIC_USER_ID,
  ];
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => members.some((member) => member === name)),
  );
}

/** The signature belongs to scope `evidence`. */
function withoutSignature({ signatureData: _, ...payload }: JsonObject): JsonObject {
  return payload;
}

/** The claims of an attribute. */
type ClaimsOfAttribute = (value: Json | undefined) => Readonly<Record<string, Json | undefined>>;

const CLAIMS: Readonly<Partial<Record<Attribute, ClaimsOfAttribute>>> = {
  EMAIL_ADDRESS: (value) => ({ emailaddress: textOf(value) }),
  ALL_PHONE_NUMBERS: (value) => ({ phone_number: firstPhoneNumber(value) }),
  REGISTRATION_LEVEL: (value) => ({ registrationLevel: textOf(value) }),
  BASIC_USER_INFO: (value) => {
    const { name, surname } = isJsonObject(value) ? value : {};
    return { given_name: textOf(name), family_name: textOf(surname) };
  },
  DATE_OF_BIRTH: (value) => ({ birthdate: textOf(value), dateofbirth: textOf(value) }),
  AGE: (value) => ({ age: textOf(value) }),
};

const PHOTOS: Readonly<Partial<Record<Attribute, string>>> = {
  PHOTO: 'photo',
  DOCUMENT_PHOTO: 'documentPhoto',
};

/** The claims of each granted scope. Undefined for a photo that is not the signed one. */
function scopedClaimsOf(approved: Approved): Record<string, JsonObject> | undefined {
  const { requested, result, unsigned } = approved;
  const claims: Record<string, JsonObject> = {};
  for (const scope of requested.scope) {
    const attribute = SCOPE_ATTRIBUTES[scope];
    if (attribute === undefined) continue;
    const value = result.attributes[ATTRIBUTES[attribute]];
    const photo = PHOTOS[attribute];
    if (photo !== undefined && !isSignedPhoto(unsigned[photo], value)) return undefined;
    const released =
      photo === undefined ? CLAIMS[attribute]?.(value) : { [photo]: unsigned[photo] };
    claims[scope] = present(released ?? {});
  }
  return claims;
}

/** A person may have no photo. The signed result has the SHA-256 of one, in hex. */
function isSignedPhoto(photo: Json | undefined, info: Json | undefined): boolean {
  if (photo === undefined) return true;
  if (typeof photo !== 'string' || !isJsonObject(info)) return false;
  return isDeepStrictEqual(digestOf(Buffer.from(photo, 'base64')), info.fileHash);
}

/** The signed result, and the signature of the person if there is one. */
function evidenceOf({ requested, result, details }: Approved): Record<string, JsonObject> {
  if (!requested.evidence) return {};
  return { evidence: present({ evidence: details, ...result.signature }) };
}

function numberOf(value: Json | undefined): { ssn: string; country: string } | undefined {
  if (!isJsonObject(value)) return undefined;
  const { ssn, country } = value;
  if (typeof ssn !== 'string' || typeof country !== 'string') return undefined;
  return /^[A-Z]{2}$/.test(country) ? { ssn, country } : undefined;
}

/** The verified result is of the named person. */
function numberNamed({ userInfoType, userInfo }: Requested) {
  if (userInfoType !== 'SSN') return undefined;
  return numberOf(JSON.parse(Buffer.from(userInfo, 'base64').toString('utf8')) as Json);
}

/** False when the request names the person by an e-mail address or a phone number that is not theirs. */
export function isNamedPerson(
  { attributes }: VerifiedResult,
  { email, phone }: Pick<Requested, 'email' | 'phone'>,
): boolean {
  const { allEmailAddresses, allPhoneNumbers } = attributes;
  const isOwn = (list: Json | undefined, member: string, named: string) =>
    Array.isArray(list) &&
    list.some((one) => isJsonObject(one) && textOf(one[member])?.toLowerCase() === named);
  const isEmail =
    email === undefined || isOwn(allEmailAddresses, 'emailAddress', email.toLowerCase());
  return isEmail && (phone === undefined || isOwn(allPhoneNumbers, 'phoneNumber', phone));
}

function firstPhoneNumber(value: Json | undefined): string | undefined {
  const [first] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return isJsonObject(first) ? textOf(first.phoneNumber) : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function present(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}
