import type { CertificatePerson } from '@eid-broker/evidence/person-name';
import { Unverified } from '@eid-broker/evidence/unverified';

import type { Identity } from '../../../../domain/identity.ts';
import type { JsonObject } from '../../../../domain/json.ts';
import type { Progress } from '../../../../domain/progress.ts';
import type { EidCertificate, OrderEid } from '../../../../ports/eid.ts';
import type { Clock, NewId } from '../../../../ports/runtime.ts';
import { lostOrder, unusableAnswer } from '../https/json-call.ts';
import { endingOfCheck, type OcspApi } from '../ocsp-api.ts';
import { certificateIdentity } from '../person-certificates/certificate-row.ts';
import { isNotFound } from '../person-certificates/sessions-api.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import { collectFailure, type MobileIdApi, startFailure } from './mobile-id-api.ts';
import type { MobileIdRow } from './mobile-id-row.ts';
import { endingOf, parseWord, texts } from './results.ts';
import {
  hashOf,
  type RelyingParty,
  type StartFacts,
  startCall,
  verificationCode,
} from './start-call.ts';
import { type Rules, verified } from './verification.ts';

interface Deps {
  readonly row: MobileIdRow;
  readonly api: MobileIdApi;
  readonly ocsp: OcspApi;
  readonly relyingParty: RelyingParty;
  readonly rules: Pick<Rules, 'authorities' | 'policies'>;
  readonly certificates: () => readonly EidCertificate[];
  readonly clock: Clock;
  readonly newId: NewId;
}

/** A session, as it is stored with the attempt. */
interface Session extends StartFacts {
  readonly sessionId: string;
}

/** Of the form of a session's id. */
const UNKNOWN_SESSION = '00000000-0000-4000-8000-000000000000';

/** Mobile-ID as the port `OrderEid`: the phone signs a challenge, and an order cannot be cancelled. */
export function mobileIdEid(deps: Deps): OrderEid {
  const { row, api, ocsp, relyingParty, clock, newId } = deps;
  return {
    kind: 'order',
    firstHintCode: 'RUNNING',
    repeatsAnswers: true,

    async ping() {
      const { fault } = await api.session(UNKNOWN_SESSION);
      if (fault !== undefined && !isNotFound(fault)) throw collectFailure(fault);
    },

    async start(request) {
      const challenge = Buffer.from(newId(), 'base64url');
      const call = startCall(request, { row, relyingParty, challenge, now: clock() });
      const answer = await api.start(call.body);
      if (answer.fault !== undefined) throw startFailure(answer.fault);
      const { sessionID } = answer.body;
      if (!isToken(sessionID))
        throw unusableAnswer('a start answered something that is no session');
      return { ...call.facts, sessionId: sessionID };
    },

    async collect(stored) {
      const session = parseSession(stored);
      const answer = await api.session(session.sessionId);
      if (answer.fault === undefined) return progressOf(answer.body, session);
      if (!isNotFound(answer.fault)) throw collectFailure(answer.fault);
      return lostOrder(answer.fault);
    },

    launchData(stored) {
      const { challenge } = parseSession(stored);
      return {
        qrData: undefined,
        autoStartToken: undefined,
        appLink: undefined,
        desktopLink: undefined,
        verificationCode: verificationCode(hashOf(Buffer.from(challenge, 'base64'))),
      };
    },

    // A running session has no word about the phone.
    isOpened: () => false,
    texts,
    certificates: deps.certificates,

    async close() {
      await Promise.all([api.close(), ocsp.close()]);
    },
  };

  async function progressOf(answer: JsonObject, session: Session): Promise<Progress> {
    if (answer.state === 'RUNNING') {
      return { state: 'pending', stage: 'first-interaction', hintCode: 'RUNNING' };
    }
    if (answer.state !== 'COMPLETE') throw unusableAnswer('a session has an unknown state');
    const result = parseWord(answer.result);
    if (result !== 'OK') return { state: 'ended', why: endingOf(result), hintCode: result };
    const now = clock();
    try {
      const rules = { ...deps.rules, country: row.country, at: now };
      const { person, path } = verified(answer, session, rules);
      await ocsp.check({ path, nonce: Buffer.from(newId(), 'base64url'), now });
      return { state: 'identified', identity: identityOf(person, session, now) };
    } catch (error) {
      if (error instanceof UnverifiedAnswer) {
        const { step, finding } = error;
        return { state: 'ended', why: 'unverified', hintCode: step, ...(finding && { finding }) };
      }
      if (error instanceof Unverified) return endingOfCheck(error);
      throw error;
    }
  }

  function identityOf(
    person: CertificatePerson,
    { phoneNumber, releasesPhone }: Session,
    now: Date,
  ): Identity {
    const phone = { phone_number: phoneNumber, mobilephone: phoneNumber };
    return certificateIdentity(row, person, {
      method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
      amr: ['mfa', 'hwk', 'pin'],
      claims: {},
      scopedClaims: releasesPhone ? { phone } : {},
      now,
    });
  }
}

function parseSession(stored: JsonObject): Session {
  const { sessionId, nationalNumber, phoneNumber, challenge } = stored;
  if (!isToken(sessionId) || !isToken(nationalNumber) || !isToken(phoneNumber)) throw notOurs();
  if (!isToken(challenge)) throw notOurs();
  const releasesPhone = stored.releasesPhone === true;
  return { sessionId, nationalNumber, phoneNumber, challenge, releasesPhone };
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}

function notOurs(): Error {
  return new Error('a stored order is not one of Mobile-ID');
}
