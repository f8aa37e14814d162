import { createHash, type KeyObject } from 'node:crypto';

import { CompactSign } from 'jose';

import type { Identity } from '../../bankid/pki/certificate.ts';
import { ageOf, type Person } from '../../world/persons.ts';
import type { FrejaRequest } from './requests.ts';
import { objectIn } from './requests.ts';
import { emailOf, phoneOf, type Transaction } from './transactions.ts';

/** The keys with which results are signed. */
export interface ResultKeys {
  /** Freja's certificate for results, which relying parties pin. */
  readonly signing: Identity;
  /** The person's key for signatures. */
  readonly person: KeyObject;
  /** An OCSP response in base64. */
  readonly certificateStatus: string;
}

/** A photo: enough of a JPEG for tests. */
const PHOTO = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** The body of an approved result. */
export async function approvedResult(
  transaction: Transaction,
  approval: { readonly person: Person; readonly at: Date },
  keys: ResultKeys,
): Promise<object> {
  const { request, reference } = transaction;
  const { person, at } = approval;
  const referenceName = request.operation === 'sign' ? 'signRef' : 'authRef';
  const attributes = attributesOf(request, person, at);
  const payload = {
    [referenceName]: reference,
    status: 'APPROVED',
    userInfoType: request.userInfoType,
    userInfo: userInfoOf(request),
    minRegistrationLevel: request.lowestLevel,
    timestamp: at.getTime(),
    requestedAttributes: attributes,
    ...(await signatureOf(request, keys)),
  };
  return {
    [referenceName]: reference,
    status: 'APPROVED',
    details: await signedResult(payload, keys.signing),
    requestedAttributes: withPhotos(attributes),
  };
}

/** A result as Freja signs it. */
export function signedResult(payload: object, signer: Identity): Promise<string> {
  const x5t = createHash('sha1').update(signer.certificate.raw).digest('base64url');
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ x5t, alg: 'RS256' })
    .sign(signer.privateKey);
}

/** The real one repeats a national number as an object. */
function userInfoOf({ userInfoType, userInfo }: FrejaRequest): unknown {
  return userInfoType === 'SSN' ? objectIn(userInfo, 1002) : userInfo;
}

async function signatureOf(
  { signature }: FrejaRequest,
  { person, certificateStatus }: ResultKeys,
): Promise<object> {
  if (signature === undefined) return {};
  const { text, data } = signature;
  const both = { text: text.toString('base64'), binaryData: data?.toString('base64') };
  const content = data === undefined ? text : Buffer.from(JSON.stringify(both));
  const userSignature = await new CompactSign(content)
    .setProtectedHeader({ kid: 'simulated-person', alg: 'RS256' })
    .sign(person);
  return {
    signatureType: signature.type,
    signatureData: { userSignature, certificateStatus },
  };
}

/** The values of the requested attributes. All persons are registered at the highest level. */
function attributesOf({ attributes }: FrejaRequest, person: Person, at: Date): Attributes {
  const values: Readonly<Record<string, Attributes>> = {
    EMAIL_ADDRESS: { emailAddress: emailOf(person) },
    ALL_EMAIL_ADDRESSES: { allEmailAddresses: [{ emailAddress: emailOf(person) }] },
    ALL_PHONE_NUMBERS: { allPhoneNumbers: [{ phoneNumber: phoneOf(person) }] },
    REGISTRATION_LEVEL: { registrationLevel: 'PLUS' },
    RELYING_PARTY_USER_ID: { relyingPartyUserId: identifier('rp', person) },
    INTEGRATOR_SPECIFIC_USER_ID: { integratorSpecificUserId: identifier('integrator', person) },
    UNIQUE_PERSONAL_IDENTIFIER: { uniquePersonalIdentifier: `SE${identifier('upi', person)}` },
    LOA_LEVEL: { loaLevel: 'LOA3' },
    BASIC_USER_INFO: { basicUserInfo: { name: person.givenName, surname: person.familyName } },
    DATE_OF_BIRTH: { dateOfBirth: person.birthdate },
    AGE: { age: ageOf(person, at) },
    SSN: { ssn: { ssn: person.nationalNumber, country: person.country } },
    ADDRESSES: {
      addresses: [
        {
          country: 'SE',
          city: 'STOCKHOLM',
          postCode: '10000',
          address1: 'PROVGATAN 1',
          validFrom: '2025-04-02',
          type: 'RESIDENTIAL',
          sourceType: 'GOVERNMENT_REGISTRY',
        },
      ],
    },
    DOCUMENT: {
      document: {
        type: 'PASS',
        country: 'SE',
        serialNumber: '000000000',
        expirationDate: '2030-04-04',
      },
    },
    PHOTO: { photoFileInfo: { fileHash: hashOf(PHOTO) } },
    DOCUMENT_PHOTO: { documentPhotoFileInfo: { fileHash: hashOf(PHOTO) } },
  };
  return Object.assign({}, ...attributes.map((attribute) => values[attribute]));
}

type Attributes = Readonly<Record<string, unknown>>;

/** Photos are too large for the signed result. */
function withPhotos(attributes: Attributes): Attributes {
  const { photoFileInfo, documentPhotoFileInfo, ...others } = attributes;
  return {
    ...others,
    ...(photoFileInfo !== undefined && { photo: PHOTO.toString('base64') }),
    ...(documentPhotoFileInfo !== undefined && { documentPhoto: PHOTO.toString('base64') }),
  };
}

function identifier(kind: string, { uuid }: Person): string {
  return createHash('sha256').update(`${kind}:${uuid}`).digest('hex').toUpperCase();
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
