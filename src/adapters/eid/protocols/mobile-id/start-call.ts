import { createHash } from 'node:crypto';

import { Failure } from '../../../../domain/failure.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import type { StartRequest } from '../../../../ports/eid.ts';
import { MAX_TEXT_LENGTH, type MobileIdRow } from './mobile-id-row.ts';

/** The identifiers of the service at Mobile-ID. */
export interface RelyingParty {
  readonly uuid: string;
  readonly name: string;
}

/** The person and phone of an order, and what they sign. */
export interface StartFacts {
  readonly nationalNumber: string;
  readonly phoneNumber: string;
  /** 32 random bytes in base64: the phone signs their hash. */
  readonly challenge: string;
  /** The scope `phone` is granted. */
  readonly releasesPhone: boolean;
}

/** The call that starts a session, and what must be stored of it. */
export interface StartCall {
  readonly body: JsonObject;
  readonly facts: StartFacts;
}

interface Context {
  readonly row: MobileIdRow;
  readonly relyingParty: RelyingParty;
  readonly challenge: Buffer;
  readonly now: Date;
}

/**
 * The call for a request.
 * @throws {Failure} eid-refused-request: an order that Mobile-ID does not have, or not with this number or phone
 */
export function startCall(request: StartRequest, context: Context): StartCall {
  const { row, relyingParty, challenge, now } = context;
  if (request.kind !== 'identify') throw refused(`no orders of the kind ${request.kind}`);
  const { input, person, text, language } = request;
  const nationalNumber = row.number.parse(input.nationalNumber ?? person ?? '', now);
  const phoneNumber = input.phoneNumber ?? '';
  if (nationalNumber === undefined) throw refused('a personal code is needed');
  if (!row.phones.test(phoneNumber)) throw refused('a phone number of the country is needed');
  return {
    body: {
      relyingPartyUUID: relyingParty.uuid,
      relyingPartyName: relyingParty.name,
      phoneNumber,
      nationalIdentityNumber: nationalNumber,
      hash: hashOf(challenge).toString('base64'),
      hashType: 'SHA256',
      language: languageOf(language, row),
      ...shown(text?.visible),
    },
    facts: {
      nationalNumber,
      phoneNumber,
      challenge: challenge.toString('base64'),
      releasesPhone: request.scope.includes('phone'),
    },
  };
}

/** The hash that the phone signs. */
export function hashOf(challenge: Buffer): Buffer {
  return createHash('sha256').update(challenge).digest();
}

/** The code on phone and page: six bits from the beginning of the hash, and seven from its end. */
export function verificationCode(hash: Buffer): string {
  const code = (((hash.at(0) ?? 0) & 0xfc) << 5) | ((hash.at(-1) ?? 0) & 0x7f);
  return code.toString().padStart(4, '0');
}

/** A phone of the other country shows English in place of a language. */
function languageOf(language: string, { country }: MobileIdRow): string {
  if (language === 'et' && country === 'EE') return 'EST';
  return language === 'lt' && country === 'LT' ? 'LIT' : 'ENG';
}

/** The characters of GSM 03.38 without its extension: the phone replaces all others by spaces. */
const GSM_7 = /^[A-Za-z\d \r\n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

/** Only a text of ours can be too long: that of an application has a limit. */
function shown(base64: string | undefined): JsonObject {
  if (base64 === undefined) return {};
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const limit = GSM_7.test(text) ? 2 * MAX_TEXT_LENGTH : MAX_TEXT_LENGTH;
  const displayText = text.length <= limit ? text : `${text.slice(0, limit - 3)}...`;
  return { displayText, displayTextFormat: GSM_7.test(text) ? 'GSM-7' : 'UCS-2' };
}

function refused(detail: string): Failure {
  return new Failure('eid-refused-request', { detail });
}
