import { Unverified } from '@eid-broker/evidence/unverified';

import type { Identity } from '../../../../domain/identity.ts';
import { isJsonObject, type JsonObject } from '../../../../domain/json.ts';
import type { Progress } from '../../../../domain/progress.ts';
import type { EidCertificate, OrderEid, ReturnParameters } from '../../../../ports/eid.ts';
import type { Clock, NewId } from '../../../../ports/runtime.ts';
import { lostOrder, unusableAnswer } from '../https/json-call.ts';
import { endingOfCheck, type OcspApi } from '../ocsp-api.ts';
import { certificateIdentity } from '../person-certificates/certificate-row.ts';
import { isNotFound, type SessionsApi } from '../person-certificates/sessions-api.ts';
import { UnverifiedAnswer } from '../unverified-answer.ts';
import { qrLink, verificationCode, web2AppLink } from './device-link.ts';
import { endingOf, parseWord } from './end-results.ts';
import { texts } from './messages.ts';
import { NO_ACCOUNT, orderOf, parseOrder, type Session } from './order.ts';
import { collectFailure, startFailure } from './smart-id-api.ts';
import type { SmartIdRow } from './smart-id-row.ts';
import { type RelyingParty, startCall } from './start-call.ts';
import { flowTypeOf, type Rules, type Verified, verified } from './verification.ts';

interface Deps {
  readonly row: SmartIdRow;
  readonly api: SessionsApi;
  readonly ocsp: OcspApi;
  readonly relyingParty: RelyingParty;
  /** The first word of everything that is signed: it separates Smart-ID's environments. */
  readonly scheme: string;
  readonly authorities: Rules['authorities'];
  readonly certificates: () => readonly EidCertificate[];
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Smart-ID (Relying Party API 3.2) as the port `OrderEid`. */
export function smartIdEid(deps: Deps): OrderEid {
  const { row, api, ocsp, relyingParty, scheme, clock, newId } = deps;
  return {
    kind: 'order',
    firstHintCode: 'RUNNING',
    repeatsAnswers: true,
    readsReturn: true,
    endsUnopened: true,

    async start(request) {
      const rpChallenge = bytesOf(newId, 2).toString('base64');
      const call = startCall(request, { country: row.country, relyingParty, rpChallenge });
      const answer = await api.start(call.path, call.body);
      if (answer.fault !== undefined) {
        if (isNotFound(answer.fault)) return NO_ACCOUNT;
        throw startFailure(answer.fault);
      }
      const order = orderOf(answer.body, { ...call.facts, startedAt: clock().getTime() });
      if (order === undefined)
        throw unusableAnswer('a start answered something that is no session');
      return order;
    },

    async collect(stored, returned) {
      const order = parseOrder(stored);
      if (order.kind === 'no-account') {
        return { state: 'ended', why: 'blocked', hintCode: 'noAccount' };
      }
      const answer = await api.session(order.sessionId);
      if (answer.fault === undefined) return progressOf(answer.body, order, returned);
      if (!isNotFound(answer.fault)) throw collectFailure(answer.fault);
      return lostOrder(answer.fault);
    },

    launchData(stored, at) {
      const order = parseOrder(stored);
      if (order.kind === 'no-account') return undefined;
      const { link, flows } = order;
      const session = link && { ...order, link };
      const isIn = (flow: 'QR' | 'Web2App') => session !== undefined && flows.includes(flow);
      return {
        qrData: session && isIn('QR') ? qrLink(session, at, scheme) : undefined,
        autoStartToken: undefined,
        appLink: session && isIn('Web2App') ? web2AppLink(session, scheme) : undefined,
        desktopLink: undefined,
        verificationCode: flows.includes('Notification')
          ? verificationCode(order.rpChallenge)
          : undefined,
      };
    },

    // A running session has no word about the app.
    isOpened: (hintCode) => hintCode === 'awaitingReturn',
    texts,
    certificates: deps.certificates,

    async close() {
      await Promise.all([api.close(), ocsp.close()]);
    },
  };

  async function progressOf(
    answer: JsonObject,
    session: Session,
    returned: ReturnParameters | undefined,
  ): Promise<Progress> {
    if (answer.state === 'RUNNING') {
      const hintCode = session.link === undefined ? 'pushed' : 'RUNNING';
      return { state: 'pending', stage: 'first-interaction', hintCode };
    }
    if (answer.state !== 'COMPLETE') throw unusableAnswer('a session has an unknown state');
    const { endResult } = isJsonObject(answer.result) ? answer.result : {};
    const word = parseWord(endResult);
    if (word !== 'OK') return { state: 'ended', why: endingOf(word), hintCode: word };
    // The person who confirmed must also be the one in this browser, which only the return proves.
    if (flowTypeOf(answer) === 'Web2App' && returned === undefined) {
      return { state: 'pending', stage: 'identification', hintCode: 'awaitingReturn' };
    }
    return verifiedProgress(answer, { session, returned });
  }

  async function verifiedProgress(
    answer: JsonObject,
    order: { readonly session: Session; readonly returned: ReturnParameters | undefined },
  ): Promise<Progress> {
    const now = clock();
    const rules = { scheme, country: row.country, authorities: deps.authorities, at: now };
    try {
      const found = verified(answer, order, rules);
      await checkRevocation(found, now);
      return { state: 'identified', identity: identityOf(found, now) };
    } catch (error) {
      if (error instanceof UnverifiedAnswer) {
        const { step, finding } = error;
        return { state: 'ended', why: 'unverified', hintCode: step, ...(finding && { finding }) };
      }
      if (!(error instanceof Unverified)) throw error;
      return endingOfCheck(error);
    }
  }

  function identityOf({ person, documentNumber }: Verified, now: Date): Identity {
    return certificateIdentity(row, person, {
      method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
      amr: ['mfa', 'swk'],
      claims: { documentNumber },
      scopedClaims: {},
      now,
    });
  }

  async function checkRevocation({ path }: Verified, now: Date): Promise<void> {
    await ocsp.check({ path, nonce: bytesOf(newId, 1), now });
  }
}

/** 32 bytes of each new id. */
function bytesOf(newId: NewId, ids: number): Buffer {
  return Buffer.concat(Array.from({ length: ids }, () => Buffer.from(newId(), 'base64url')));
}
