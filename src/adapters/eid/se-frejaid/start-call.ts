import { createHash } from 'node:crypto';

import { Failure } from '../../../domain/failure.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { decodeText } from '../../../domain/message-text.ts';
import type { IdentifyRequest, SignRequest, StartRequest } from '../../../ports/eid.ts';
import {
  attributesFor,
  isAtLeast,
  levelOf,
  lowestLevelOf,
  type RegistrationLevel,
} from './attributes.ts';
import type { Operation } from './freja-api.ts';

/** What an answer is compared with. It is stored with the order. */
export interface Requested {
  readonly operation: Operation;
  readonly lowestLevel: RegistrationLevel;
  /** How the request names the person to Freja, which repeats it. */
  readonly userInfoType: 'INFERRED' | 'SSN';
  readonly userInfo: string;
  /** The only person who may answer, by other names: compared with the result. */
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly scope: readonly string[];
  /** The scope `evidence` is granted, or it is a signature. */
  readonly evidence: boolean;
  /** SHA-256 of the shown text's UTF-8 and of the data beside it, in hex; undefined: there is none. */
  readonly text: string | undefined;
  readonly data: string | undefined;
  readonly confirmedByFace: boolean;
}

/** The call that starts an order. */
export interface StartCall {
  readonly body: JsonObject;
  readonly requested: Requested;
}

/** The parts of a start that the request does not have. */
export interface StartContext {
  readonly now: Date;
  readonly isIntegrator: boolean;
  readonly dynamicQrCode: boolean;
}

/** How long a person may read before signing, in seconds. Freja permits two minutes and more. */
const SIGNATURE_SECONDS = 6 * 60;

/**
 * The call for a start request.
 * @throws {Failure} eid-refused-request: the scopes need a higher level of registration than the request names, or a
 *   title is too long
 */
export function startCall(request: StartRequest, context: StartContext): StartCall {
  if (request.kind === 'phone') throw refused('Freja takes no phone orders');
  const { scope, directives } = request;
  const { 'sub:email': email, 'sub:phone': phone } = directives;
  const attributes = attributesFor(scope, { email, phone, isIntegrator: context.isIntegrator });
  const named = personOf(request);
  const lowestLevel = lowestLevelFor(request, lowestLevelOf(attributes), named.userInfoType);
  const confirmedByFace = directives.userconfirmationmethod === 'defaultandface';
  if (confirmedByFace && lowestLevel === 'BASIC') {
    throw refused('a confirmation by face needs minregistrationlevel:extended');
  }
  const isInferred = named.userInfoType === 'INFERRED';
  const body: JsonObject = {
    ...named,
    minRegistrationLevel: lowestLevel,
    attributesToReturn: attributes.map((attribute) => ({ attribute })),
    ...(confirmedByFace && { userConfirmationMethod: 'DEFAULT_AND_FACE' }),
    ...originDevice(request),
    // A link on the same device opens the order at any time, so its reference must not change.
    ...(isInferred &&
      context.dynamicQrCode &&
      request.device !== 'same' && { useDynamicQrCode: true }),
    ...(request.kind === 'sign' && signatureOf(request, context.now)),
  };
  const requested: Requested = {
    operation: request.kind === 'sign' ? 'sign' : 'authentication',
    lowestLevel,
    ...named,
    email,
    phone,
    scope,
    evidence: request.evidence,
    ...digestsOf(request),
    confirmedByFace,
  };
  return { body, requested };
}

/** Only a national number is pushed to the person's app. Its use has limits, and its sender is known. */
function personOf({ person }: IdentifyRequest | SignRequest) {
  if (person === undefined) return { userInfoType: 'INFERRED', userInfo: 'N/A' } as const;
  const ssn = Buffer.from(JSON.stringify({ country: 'SE', ssn: person })).toString('base64');
  return { userInfoType: 'SSN', userInfo: ssn } as const;
}

/** The level that the request names, else the lowest one with the attributes. BASIC has no national number. */
function lowestLevelFor(
  { directives }: StartRequest,
  ofAttributes: RegistrationLevel,
  userInfoType: Requested['userInfoType'],
): RegistrationLevel {
  const needed = userInfoType === 'SSN' ? 'EXTENDED' : ofAttributes;
  const { minregistrationlevel } = directives;
  if (minregistrationlevel === undefined) return needed;
  const level = levelOf(minregistrationlevel.toUpperCase());
  if (level === undefined || !isAtLeast(level, needed)) {
    throw refused(
      `the scopes or the named person need minregistrationlevel:${needed.toLowerCase()}`,
    );
  }
  return level;
}

/** Freja warns the person of another device than the usual one. */
function originDevice({ endUserIp, browser, device }: IdentifyRequest | SignRequest): JsonObject {
  const flow = device && { same: 'SAME_DEVICE', other: 'ANOTHER_DEVICE' }[device];
  return {
    originDeviceDetails: {
      userIpAddress: endUserIp,
      ...(browser?.userAgent !== undefined && { userAgent: browser.userAgent }),
      ...(flow !== undefined && { flowType: flow }),
    },
  };
}

/** With data beside the text the signature is an extended one. */
function signatureOf({ text, directives }: SignRequest, now: Date): JsonObject {
  const { visible, nonVisible } = text;
  const { title, pushTitle, pushText } = directives;
  const hasPush = pushTitle !== undefined && pushText !== undefined;
  return {
    ...(title !== undefined && { title: decoded(title, 'title', 128) }),
    ...(hasPush && {
      pushNotification: {
        title: decoded(pushTitle, 'pushTitle', 256),
        text: decoded(pushText, 'pushText', 256),
      },
    }),
    expiry: now.getTime() + SIGNATURE_SECONDS * 1000,
    dataToSignType: nonVisible === undefined ? 'SIMPLE_UTF8_TEXT' : 'EXTENDED_UTF8_TEXT',
    dataToSign: {
      text: visible ?? '',
      ...(nonVisible !== undefined && { binaryData: nonVisible }),
    },
    signatureType: nonVisible === undefined ? 'SIMPLE' : 'EXTENDED',
  };
}

function decoded(value: string, directive: string, limit: number): string {
  const text = decodeText(value)?.text;
  if (text === undefined || text === '' || [...text].length > limit) {
    throw refused(`${directive} must be a text in base64 of at most ${limit} characters`);
  }
  return text;
}

function digestsOf({ kind, text }: IdentifyRequest | SignRequest) {
  const { visible, nonVisible } = (kind === 'sign' ? text : undefined) ?? {};
  return {
    text: visible === undefined ? undefined : digestOf(Buffer.from(visible, 'base64')),
    data: nonVisible === undefined ? undefined : digestOf(Buffer.from(nonVisible, 'base64')),
  };
}

/** SHA-256 in hex. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function refused(detail: string): Failure {
  return new Failure('eid-refused-request', { detail });
}
