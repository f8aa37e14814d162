import { constants, createHash, sign } from 'node:crypto';

import type { Identity } from '../../bankid/pki/certificate.ts';
import { newUuid, type Random } from '../../shared/random.ts';
import type { Decision } from '../../world/login.ts';
import type { Person } from '../../world/persons.ts';
import type { LinkedSession } from './device-link.ts';
import { type Flow, hashAlgorithms, type SessionRequest } from './request-checks.ts';

/** One authentication session. */
export interface Session extends LinkedSession {
  readonly id: string;
  readonly flow: Flow;
  readonly request: SessionRequest;
  /** The only person who may confirm; undefined: any person. */
  readonly person: Person | undefined;
  /** 32 random bytes of the person's device, in base64url. */
  readonly userChallengeVerifier: string;
  readonly serverRandom: string;
  /** How the app got the session; undefined until it did. */
  readonly opened: { readonly flowType: FlowType; readonly loginId: string } | undefined;
}

/** As in signatures. */
export type FlowType = 'QR' | 'Web2App' | 'Notification';

/** The scheme of Smart-ID's demo environment. */
const demoScheme = 'smart-id-demo';

/** A new session. */
export function newSession(
  request: SessionRequest,
  {
    random,
    ...about
  }: Pick<Session, 'flow' | 'person' | 'deviceLinkBase' | 'startedAt'> & { random: Random },
): Session {
  return {
    ...about,
    ...request,
    scheme: demoScheme,
    brokeredRpName: '',
    id: newUuid(random),
    request,
    sessionToken: random(18).toString('hex').slice(0, 24),
    sessionSecret: random(32).toString('base64'),
    userChallengeVerifier: random(32).toString('base64url'),
    serverRandom: random(24).toString('base64'),
    opened: undefined,
  };
}

/** The status of a session that ended without a signature. */
export function failedStatus(endResult: string, { request }: Session): object {
  const isRefusal = endResult === 'USER_REFUSED_INTERACTION';
  const details = isRefusal ? { details: { interaction: request.interaction.type } } : {};
  return { state: 'COMPLETE', result: { endResult, ...details } };
}

/** The result of a decision in the app. */
export function endResultOf(decision: Decision): string {
  if (decision.kind === 'failed') return decision.word;
  return decision.kind === 'approved' ? 'OK' : 'USER_REFUSED_INTERACTION';
}

/** The status of a session that the person confirmed, signed with the person's key. */
export function signedStatus(session: Session, person: Person, identity: Identity): object {
  const { request, opened, serverRandom } = session;
  const { hashAlgorithm } = request;
  const hash = hashAlgorithms[hashAlgorithm];
  const flowType = opened?.flowType ?? 'Notification';
  const userChallenge = sha256(session.userChallengeVerifier).toString('base64url');
  const text = [
    session.scheme,
    'ACSP_V2',
    serverRandom,
    request.rpChallenge,
    userChallenge,
    Buffer.from(request.relyingPartyName).toString('base64'),
    Buffer.from(session.brokeredRpName).toString('base64'),
    sha256(request.interactions).toString('base64'),
    request.interaction.type,
    flowType === 'Web2App' ? request.initialCallbackUrl : '',
    flowType,
  ].join('|');
  const key = {
    key: identity.privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: hash.bytes,
  };
  const suffix = createHash('sha256').update(person.id).digest('hex').slice(0, 4).toUpperCase();
  return {
    state: 'COMPLETE',
    result: {
      endResult: 'OK',
      documentNumber: `PNO${person.country}-${person.nationalNumber}-${suffix}-Q`,
    },
    signatureProtocol: 'ACSP_V2',
    signature: {
      value: sign(hash.node, Buffer.from(text), key).toString('base64'),
      serverRandom,
      userChallenge,
      flowType,
      signatureAlgorithm: 'rsassa-pss',
      signatureAlgorithmParameters: {
        hashAlgorithm,
        maskGenAlgorithm: { algorithm: 'id-mgf1', parameters: { hashAlgorithm } },
        saltLength: hash.bytes,
        trailerField: '0xbc',
      },
    },
    cert: {
      value: identity.certificate.raw.toString('base64'),
      certificateLevel: 'QUALIFIED',
    },
    interactionTypeUsed: request.interaction.type,
  };
}

/** Where the app sends the browser of the same device after the decision. */
export function callbackUrl(session: Session, decision: Decision | undefined): string {
  const { initialCallbackUrl, sessionSecret, userChallengeVerifier } = session;
  const digest = sha256(Buffer.from(sessionSecret, 'base64')).toString('base64url');
  const verifier =
    decision?.kind === 'approved' ? `&userChallengeVerifier=${userChallengeVerifier}` : '';
  const separator = initialCallbackUrl.includes('?') ? '&' : '?';
  return `${initialCallbackUrl}${separator}sessionSecretDigest=${digest}${verifier}`;
}

/** The code that the app of a pushed session shows. */
export function verificationCode({ rpChallenge }: SessionRequest): string {
  const digest = sha256(Buffer.from(rpChallenge, 'base64'));
  const code = ((digest.at(-2) ?? 0) * 256 + (digest.at(-1) ?? 0)) % 10_000;
  return String(code).padStart(4, '0');
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
