import { isObject, type Members } from '../../shared/json-members.ts';
import { badRequest, problem } from './problems.ts';

/** The relying party of Smart-ID's demo environment, which is known to everybody. */
export const demoRelyingParty = { uuid: '00000000-0000-4000-8000-000000000000', name: 'DEMO' };

/** A valid request for an authentication session. */
export interface SessionRequest {
  /** As it was sent: signatures cover its bytes. */
  readonly relyingPartyName: string;
  readonly rpChallenge: string;
  readonly hashAlgorithm: HashAlgorithm;
  readonly interactions: string;
  /** The first of them, which every app can show. */
  readonly interaction: Interaction;
  /** Empty without one. */
  readonly initialCallbackUrl: string;
}

/** One screen of the app. */
export interface Interaction {
  readonly type: string;
  readonly text: string;
}

/** The flow that a request starts. */
export type Flow = 'device-link' | 'notification';

/** The hashes for RSASSA-PSS, with Node's names and their lengths in bytes. */
export const hashAlgorithms = {
  'SHA-256': { node: 'sha256', bytes: 32 },
  'SHA-384': { node: 'sha384', bytes: 48 },
  'SHA-512': { node: 'sha512', bytes: 64 },
  'SHA3-256': { node: 'sha3-256', bytes: 32 },
  'SHA3-384': { node: 'sha3-384', bytes: 48 },
  'SHA3-512': { node: 'sha3-512', bytes: 64 },
} as const;

/** A hash by Smart-ID's name. */
export type HashAlgorithm = keyof typeof hashAlgorithms;

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
const MAX_NAME_BYTES = 32;
const MAX_CALLBACK_LENGTH = 1800;
/** Real callbacks are https. A service on the tester's own machine need not be. */
const CALLBACK = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])[^|#]+$/;

/** Checks the body of a start. @throws {RestError} as Smart-ID refuses it */
export function checkedRequest(body: string, flow: Flow): SessionRequest {
  const members = parsed(body);
  checkRelyingParty(members);
  checkLevel(members.certificateLevel);
  if (members.nonce !== undefined) throw badRequest('nonce');
  if (members.signatureProtocol !== 'ACSP_V2') throw badRequest('signatureProtocol');
  const parameters = members.signatureProtocolParameters;
  if (!isObject(parameters)) throw badRequest('signatureProtocolParameters');
  if (flow === 'notification' && members.vcType !== 'numeric4') throw badRequest('vcType');
  const interactions = textOf(members, 'interactions');
  return {
    relyingPartyName: textOf(members, 'relyingPartyName'),
    rpChallenge: challengeOf(parameters),
    hashAlgorithm: hashOf(parameters),
    interactions,
    interaction: firstInteraction(interactions, flow),
    initialCallbackUrl: callbackOf(members, flow),
  };
}

function parsed(body: string): Members {
  try {
    const members: unknown = JSON.parse(body);
    if (isObject(members)) return members;
  } catch {
    // Refused below.
  }
  throw badRequest('body');
}

function checkRelyingParty(members: Members): void {
  if (textOf(members, 'relyingPartyUUID') !== demoRelyingParty.uuid)
    throw problem(403, 'Forbidden');
  const name = textOf(members, 'relyingPartyName');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw badRequest('relyingPartyName');
  if (name.toUpperCase() !== demoRelyingParty.name) throw problem(401, 'Unauthorized');
}

/** The relying party of the demo may not use basic accounts. */
function checkLevel(level: unknown): void {
  if (level === 'ADVANCED') throw problem(403, 'Forbidden');
  if (level !== undefined && level !== 'QUALIFIED') throw badRequest('certificateLevel');
}

function challengeOf(parameters: Members): string {
  const challenge = textOf(parameters, 'rpChallenge');
  const bytes = Buffer.from(challenge, 'base64');
  const isWhole = BASE64.test(challenge) && bytes.toString('base64') === challenge;
  if (!isWhole || bytes.length < 32 || bytes.length > 64) throw badRequest('rpChallenge');
  return challenge;
}

/** The older RSASSA-PKCS1-v1_5, which Smart-ID advises against, is not simulated. */
function hashOf({ signatureAlgorithm, signatureAlgorithmParameters: given }: Members) {
  if (signatureAlgorithm !== 'rsassa-pss') throw badRequest('signatureAlgorithm');
  const name = isObject(given) ? given.hashAlgorithm : undefined;
  const hash = Object.keys(hashAlgorithms).find((each) => each === name);
  if (hash === undefined) throw badRequest('hashAlgorithm');
  return hash as HashAlgorithm;
}

const TYPES: Readonly<Record<Flow, readonly string[]>> = {
  'device-link': ['displayTextAndPIN', 'confirmationMessage'],
  notification: [
    'displayTextAndPIN',
    'confirmationMessage',
    'confirmationMessageAndVerificationCodeChoice',
  ],
};

function firstInteraction(base64: string, flow: Flow): Interaction {
  const all = listIn(base64).map((each) => interactionOf(each, flow));
  const [first] = all;
  const areDistinct = new Set(all.map(({ type }) => type)).size === all.length;
  if (first === undefined || !areDistinct) throw badRequest('interactions');
  return first;
}

function listIn(base64: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
    if (BASE64.test(base64) && Array.isArray(list)) return list;
  } catch {
    // Refused below.
  }
  throw badRequest('interactions');
}

function interactionOf(value: unknown, flow: Flow): Interaction {
  const { type, displayText60: short, displayText200: long } = isObject(value) ? value : {};
  const isShort = type === 'displayTextAndPIN';
  const [text, other, limit] = isShort ? [short, long, 60] : [long, short, 200];
  const isAllowed = typeof type === 'string' && TYPES[flow].includes(type);
  const isText = typeof text === 'string' && text !== '' && [...text].length <= limit;
  if (!isAllowed || !isText || other !== undefined) throw badRequest('interactions');
  return { type, text };
}

/** Only an app that a link opened on the same device has somewhere to return to. */
function callbackOf({ initialCallbackUrl: url }: Members, flow: Flow): string {
  if (url === undefined) return '';
  const isUrl = typeof url === 'string' && CALLBACK.test(url) && url.length <= MAX_CALLBACK_LENGTH;
  if (flow !== 'device-link' || !isUrl) throw badRequest('initialCallbackUrl');
  return url;
}

function textOf(members: Members, name: string): string {
  const value = members[name];
  if (typeof value === 'string' && value !== '') return value;
  throw badRequest(name);
}
