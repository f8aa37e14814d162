import type { EvidenceVerifier } from '@eid-broker/evidence/verifier';

import { Failure } from '../../../domain/failure.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Progress } from '../../../domain/progress.ts';
import type { EidCertificate, LaunchData, OrderEid } from '../../../ports/eid.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { withServer } from '../protocols/https/client-certificate.ts';
import { lostOrder, unusableAnswer } from '../protocols/https/json-call.ts';
import { endingOf, isOpened, parseHintCode, stageOf } from './hint-codes.ts';
import { evidenceOf, identityOf } from './identity.ts';
import { qrData, type StartUrls, startLink } from './launch.ts';
import { texts } from './messages.ts';
import { type BankIdOrder, orderOf, parseOrder, requestedOrderOf } from './order.ts';
import { collectFailure, isLost, startFailure } from './rp-answer.ts';
import type { RpApi } from './rp-api.ts';
import { type Demands, startCall } from './start-call.ts';

interface Deps {
  readonly api: RpApi;
  readonly clock: Clock;
  readonly startUrls: StartUrls;
  readonly demands: Demands;
  /** Undefined when the settings have no roots for evidence. */
  readonly verifyEvidence: EvidenceVerifier | undefined;
  /** The certificates of the settings: our own, and BankID's CA. */
  readonly certificates: readonly EidCertificate[];
}

/** Swedish BankID (Relying Party API v6.0) as the port `Eid`. */
export function seBankIdEid(deps: Deps): OrderEid {
  const { api, clock, startUrls, demands, verifyEvidence, certificates } = deps;
  return {
    kind: 'order',
    firstHintCode: 'outstandingTransaction',

    async start(request) {
      const requested = requestedOrderOf(request);
      if (requested !== undefined && verifyEvidence === undefined) throw unverifiable();
      const { endpoint, body } = startCall(request, demands);
      const answer = await api.post(endpoint, body);
      if (answer.fault !== undefined) throw startFailure(answer.fault);
      const order = orderOf(answer.body, { startedAt: clock(), requested });
      if (order === undefined)
        throw unusableAnswer(`${endpoint} answered something that is no order`);
      return order;
    },

    async collect(order) {
      const stored = parseOrder(order);
      const answer = await api.post('collect', { orderRef: stored.orderRef });
      if (answer.fault === undefined) return progressOf(answer.body, stored, verifyEvidence);
      if (!isLost(answer.fault)) throw collectFailure(answer.fault);
      return lostOrder(answer.fault, answer.fault.errorCode);
    },

    async cancel(order) {
      const { orderRef } = parseOrder(order);
      // A failed cancel has no remedy: the order expires by itself.
      await api.post('cancel', { orderRef });
    },

    launchData(order, at): LaunchData | undefined {
      const { start } = parseOrder(order);
      if (start === undefined) return undefined;
      const { autoStartToken } = start;
      return {
        qrData: qrData(start, at),
        autoStartToken,
        appLink: startLink(startUrls.app, autoStartToken),
        desktopLink: startLink(startUrls.desktop, autoStartToken),
        verificationCode: undefined,
      };
    },

    isOpened,
    texts,

    certificates: () => withServer(certificates, api.serverCertificate()),

    close: () => api.close(),
  };
}

function progressOf(
  answer: JsonObject,
  order: BankIdOrder,
  verify: EvidenceVerifier | undefined,
): Progress {
  if (answer.orderRef !== order.orderRef)
    throw unusableAnswer('collect answered about another order');
  const hintCode = parseHintCode(answer.hintCode);
  switch (answer.status) {
    case 'pending':
      return { state: 'pending', stage: stageOf(hintCode), hintCode };
    case 'failed':
      return { state: 'ended', why: endingOf(hintCode), hintCode };
    case 'complete':
      return outcomeOf(answer.completionData, order, verify);
    default:
      throw unusableAnswer('collect answered an unknown status');
  }
}

/** The outcome of a final answer, which BankID gives only once. The person approved, so no outcome is a denial. */
function outcomeOf(
  completionData: unknown,
  { requested }: BankIdOrder,
  verify: EvidenceVerifier | undefined,
): Progress {
  const identity = identityOf(completionData);
  if (identity === undefined) return { state: 'ended', why: 'lost', hintCode: 'completionData' };
  if (requested === undefined) return { state: 'identified', identity };
  const evidence = evidenceOf(completionData);
  if (evidence === undefined) return unverified('absent');
  if (verify === undefined) return unverified('noRoots');
  const verdict = verify(evidence, { requested, personalNumber: identity.personId });
  if (!verdict.ok) return unverified(verdict.step);
  const scopedClaims = { ...identity.scopedClaims, evidence };
  return { state: 'identified', identity: { ...identity, scopedClaims } };
}

function unverified(hintCode: string): Progress {
  return { state: 'ended', why: 'unverified', hintCode };
}

function unverifiable(): Failure {
  const detail =
    'evidence cannot be verified: no evidenceRoots, or no organisation number in the client certificate';
  const facts = { settings: 'evidenceRoots and clientCertificate', what: detail };
  return new Failure('eid-misconfigured', { detail, reason: 'eid-settings-unfit', facts });
}
