import { isObject, type Members } from '../../shared/json-members.ts';

/** A request that Freja takes. */
export interface FrejaRequest {
  readonly operation: FrejaOperation;
  readonly userInfoType: UserInfoType;
  readonly userInfo: string;
  readonly lowestLevel: Level;
  readonly attributes: readonly string[];
  readonly dynamicQrCode: boolean;
  readonly signature: SignatureRequest | undefined;
}

/** What a person is to sign. */
export interface SignatureRequest {
  readonly type: 'SIMPLE' | 'EXTENDED';
  readonly title: string | undefined;
  readonly text: Buffer;
  readonly data: Buffer | undefined;
  readonly expiresAt: Date;
}

export type FrejaOperation = 'authentication' | 'sign';
export type UserInfoType = 'INFERRED' | 'SSN' | 'EMAIL' | 'PHONE';
export type Level = (typeof levels)[number];

/** The levels of registration, the lowest first. */
const levels = ['BASIC', 'EXTENDED', 'PLUS'] as const;

/** Thrown with Freja's code for a request that it refuses. */
export class FrejaError extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`Freja refuses with ${code}`);
    this.code = code;
  }
}

const FOR_ALL = [
  'EMAIL_ADDRESS',
  'ALL_EMAIL_ADDRESSES',
  'ALL_PHONE_NUMBERS',
  'REGISTRATION_LEVEL',
  'RELYING_PARTY_USER_ID',
  'INTEGRATOR_SPECIFIC_USER_ID',
  'UNIQUE_PERSONAL_IDENTIFIER',
  'LOA_LEVEL',
  'CUSTOM_IDENTIFIER',
];
const FROM_EXTENDED = [
  'BASIC_USER_INFO',
  'DATE_OF_BIRTH',
  'AGE',
  'SSN',
  'ADDRESSES',
  'DOCUMENT',
  'PHOTO',
  'DOCUMENT_PHOTO',
];
const COMMON = [
  'userInfoType',
  'userInfo',
  'minRegistrationLevel',
  'attributesToReturn',
  'userConfirmationMethod',
  'originDeviceDetails',
  'useDynamicQrCode',
];
const OF_SIGNATURE = [
  'title',
  'pushNotification',
  'expiry',
  'dataToSignType',
  'dataToSign',
  'signatureType',
];
const COUNTRIES = ['SE', 'NO', 'DK', 'FI'];
const MINUTES_2 = 2 * 60_000;
const DAYS_30 = 30 * 24 * 3_600_000;

/** The surroundings of a request. */
export interface RequestContext {
  readonly operation: FrejaOperation;
  readonly now: Date;
  /** The relying party in whose name an integrator calls. */
  readonly relyingPartyId: string | undefined;
}

/** Checks the parameter of a start, as the real service does. @throws {FrejaError} */
export function checkRequest(members: Members, context: RequestContext): FrejaRequest {
  const { operation, now } = context;
  const known = operation === 'sign' ? [...COMMON, ...OF_SIGNATURE] : COMMON;
  demand(
    Object.keys(members).every((name) => known.includes(name)),
    1000,
  );
  const lowestLevel = levels.find((level) => level === members.minRegistrationLevel);
  if (lowestLevel === undefined) throw new FrejaError(1007);
  const person = checkUserInfo(members);
  demand(person.userInfoType !== 'SSN' || lowestLevel !== 'BASIC', 1002);
  const { useDynamicQrCode = false, userConfirmationMethod = 'DEFAULT' } = members;
  demand(typeof useDynamicQrCode === 'boolean', 1000);
  demand(!useDynamicQrCode || person.userInfoType === 'INFERRED', 1000);
  demand(['DEFAULT', 'DEFAULT_AND_FACE'].includes(String(userConfirmationMethod)), 1000);
  demand(userConfirmationMethod === 'DEFAULT' || lowestLevel !== 'BASIC', 1000);
  return {
    operation,
    ...person,
    lowestLevel,
    attributes: checkAttributes(members.attributesToReturn, lowestLevel, context),
    dynamicQrCode: useDynamicQrCode === true,
    signature: operation === 'sign' ? checkSignature(members, now) : undefined,
  };
}

function checkUserInfo({ userInfoType, userInfo }: Members) {
  if (typeof userInfo !== 'string' || userInfo === '' || userInfo.length > 256) {
    throw new FrejaError(1002);
  }
  switch (userInfoType) {
    case 'INFERRED':
      demand(userInfo === 'N/A', 1002);
      break;
    case 'EMAIL':
      demand(/^[^@\s]+@[^@\s]+$/.test(userInfo), 1002);
      break;
    case 'PHONE':
      demand(/^\+\d{4,15}$/.test(userInfo), 1002);
      break;
    case 'SSN': {
      const { country, ssn } = objectIn(userInfo, 1002);
      demand(COUNTRIES.includes(String(country)), 1002);
      demand(typeof ssn === 'string' && ssn !== '', 1002);
      break;
    }
    default:
      throw new FrejaError(1001);
  }
  return { userInfoType, userInfo } as const;
}

function checkAttributes(
  value: unknown,
  lowestLevel: Level,
  { operation, relyingPartyId }: RequestContext,
): readonly string[] {
  const code = operation === 'sign' ? 3005 : 2002;
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0) throw new FrejaError(code);
  const names = value.map((each) => (isObject(each) ? String(each.attribute) : ''));
  const allowed = lowestLevel === 'BASIC' ? FOR_ALL : [...FOR_ALL, ...FROM_EXTENDED];
  demand(
    names.every((name) => allowed.includes(name)),
    code,
  );
  demand(!names.includes('CUSTOM_IDENTIFIER'), operation === 'sign' ? 3006 : 2003);
  demand(!names.includes('INTEGRATOR_SPECIFIC_USER_ID') || relyingPartyId !== undefined, 1009);
  return names;
}

function checkSignature(members: Members, now: Date): SignatureRequest {
  const { title, pushNotification, expiry, dataToSignType, dataToSign, signatureType } = members;
  demand(title === undefined || isText(title, 128), 3007);
  demand(pushNotification === undefined || isPush(pushNotification), 3004);
  const until = expiry === undefined ? now.getTime() + MINUTES_2 : expiry;
  if (typeof until !== 'number') throw new FrejaError(3003);
  demand(until >= now.getTime() + MINUTES_2 && until <= now.getTime() + DAYS_30, 3003);
  const isExtended = dataToSignType === 'EXTENDED_UTF8_TEXT';
  demand(isExtended || dataToSignType === 'SIMPLE_UTF8_TEXT', 3000);
  demand(signatureType === (isExtended ? 'EXTENDED' : 'SIMPLE'), 3002);
  const { text, binaryData } = isObject(dataToSign) ? dataToSign : {};
  const shown = bytesIn(text);
  const data = bytesIn(binaryData);
  if (shown === undefined || [...shown.toString('utf8')].length > 4096) throw new FrejaError(3001);
  demand(isExtended ? data !== undefined : binaryData === undefined, 3001);
  return {
    type: isExtended ? 'EXTENDED' : 'SIMPLE',
    title: title === undefined ? undefined : String(title),
    text: shown,
    data,
    expiresAt: new Date(until),
  };
}

function isPush(value: unknown): boolean {
  return isObject(value) && isText(value.title, 256) && isText(value.text, 256);
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && [...value].length <= longest;
}

/** At least one byte in base64. */
function bytesIn(value: unknown): Buffer | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? bytes : undefined;
}

/** The JSON object in base64. @throws {FrejaError} with the code */
export function objectIn(base64: string, code: number): Members {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64')),
    );
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw new FrejaError(code);
}

function demand(holds: boolean, code: number): void {
  if (!holds) throw new FrejaError(code);
}
