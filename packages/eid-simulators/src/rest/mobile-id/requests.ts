import { isObject } from '../../shared/json-members.ts';
import { RestError, type RestReply } from '../rest-profile.ts';

/** A request that Mobile-ID takes. */
export interface MobileIdRequest {
  readonly relyingPartyName: string;
  readonly phoneNumber: string;
  readonly nationalIdentityNumber: string;
  readonly hash: Buffer;
  readonly hashType: HashType;
  readonly displayText: string | undefined;
}

/** The length of each hash in bytes. */
const hashLengths = { SHA256: 32, SHA384: 48, SHA512: 64 } as const;

export type HashType = keyof typeof hashLengths;

/** The relying party of the demo environment, the only one that the simulator knows. */
export const relyingParty = { uuid: '00000000-0000-0000-0000-000000000000', name: 'DEMO' } as const;

const MANDATORY = [
  'relyingPartyUUID',
  'relyingPartyName',
  'phoneNumber',
  'nationalIdentityNumber',
  'hash',
  'hashType',
  'language',
] as const;

/** Checks the body of a start. @throws {RestError} */
export function checkRequest(body: string, now: Date): MobileIdRequest {
  const members = membersIn(body, now);
  const refuse = (error: string): never => {
    throw new RestError(errorReply(400, error, now));
  };
  for (const name of MANDATORY) {
    if (typeof members[name] !== 'string' || members[name] === '') {
      refuse(`Required ${name} is missing.`);
    }
  }
  const texts = members as Readonly<Record<(typeof MANDATORY)[number], string>>;
  const { relyingPartyUUID, relyingPartyName, phoneNumber, nationalIdentityNumber } = texts;
  const isKnown =
    relyingPartyUUID === relyingParty.uuid && relyingPartyName.toUpperCase() === relyingParty.name;
  if (!isKnown) throw new RestError(errorReply(401, 'Failed to authorize user', now));
  if (!/^\+\d{8,30}$/.test(phoneNumber)) refuse('phoneNumber must contain of + and numbers(8-30)');
  if (!hasCheckDigit(nationalIdentityNumber)) {
    refuse('nationalIdentityNumber must contain valid identity code');
  }
  if (!['EST', 'ENG', 'RUS', 'LIT'].includes(texts.language)) refuse('language is not supported');
  checkText(members, refuse);
  return {
    relyingPartyName,
    phoneNumber,
    nationalIdentityNumber,
    ...hashOf(texts, refuse),
    displayText: members.displayText === undefined ? undefined : String(members.displayText),
  };
}

type Refuse = (error: string) => never;

function hashOf({ hash, hashType }: { hash: string; hashType: string }, refuse: Refuse) {
  const type = (Object.keys(hashLengths) as HashType[]).find((each) => each === hashType);
  if (type === undefined) return refuse('hashType is not supported');
  const bytes = Buffer.from(hash, 'base64');
  if (bytes.toString('base64') !== hash) refuse('Hash must be Base64 encoded');
  if (bytes.length !== hashLengths[type])
    refuse('The length of the hash must match the type of hash');
  return { hash: bytes, hashType: type };
}

/** At most 100 bytes: as many characters of GSM-7, half as many of UCS-2. */
function checkText(members: Readonly<Record<string, unknown>>, refuse: Refuse): void {
  const { displayText = '', displayTextFormat = 'GSM-7' } = members;
  if (typeof displayText !== 'string') refuse('displayText must be a text');
  const longest = { 'GSM-7': 100, 'UCS-2': 50 }[String(displayTextFormat)];
  if (longest === undefined) refuse('displayTextFormat is not supported');
  if (String(displayText).length > (longest ?? 0)) refuse('displayText is too long');
}

function membersIn(body: string, now: Date): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw new RestError(errorReply(400, 'The body is not a JSON object', now));
}

/** Both countries have one scheme: weights modulo 11, with a second row of them for a remainder of 10. */
function hasCheckDigit(number: string): boolean {
  if (!/^[1-8]\d{10}$/.test(number)) return false;
  const sum = (from: number) =>
    [...number.slice(0, 10)].reduce(
      (total, digit, at) => total + Number(digit) * (((from + at) % 9) + 1),
      0,
    ) % 11;
  const [first, second] = [sum(0), sum(2)];
  const check = first < 10 ? first : second % 10;
  return check === Number(number[10]);
}

/** An error response; nobody parses its text. */
export function errorReply(status: number, error: string, now: Date): RestReply {
  const time = now.toISOString().slice(0, 19);
  return { status, body: { error, time, traceId: '5d1f7b9e3a2c4d60' } };
}
