import { Failure } from '../../../domain/failure.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { Progress } from '../../../domain/progress.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Clues, Eid } from '../../../ports/eid.ts';
import { collectFailure, isLost, startFailure } from './error-codes.ts';
import { endingOf, isOpened, parseHintCode, stageOf } from './hint-codes.ts';
import { identityOf } from './identity.ts';
import { orderOf, parseOrder } from './order.ts';
import { qrData } from './qr-data.ts';
import type { RpApi } from './rp-api.ts';
import { startCall } from './start-call.ts';
import { type StartUrls, startLink } from './start-links.ts';
import { words } from './words.ts';

interface Deps {
  readonly api: RpApi;
  readonly clock: Clock;
  readonly startUrls: StartUrls;
  /** Which kinds of BankID are accepted; undefined: what BankID accepts by default. */
  readonly certificatePolicies: readonly string[] | undefined;
}

/** Swedish BankID, Relying Party API v6.0, in the words of the port. */
export function seBankIdEid({ api, clock, startUrls, certificatePolicies }: Deps): Eid {
  return {
    title: 'BankID',

    async start(request) {
      const { endpoint, body } = startCall(request, certificatePolicies);
      const answer = await api.post(endpoint, body);
      if (answer.fault !== undefined) throw startFailure(answer.fault);
      const order = orderOf(answer.body, clock());
      if (order === undefined) throw unusable(`${endpoint} answered something that is no order`);
      return order;
    },

    async collect(order) {
      const { orderRef } = parseOrder(order);
      const answer = await api.post('collect', { orderRef });
      if (answer.fault === undefined) return progressOf(answer.body, orderRef);
      if (!isLost(answer.fault)) throw collectFailure(answer.fault);
      return { state: 'ended', why: 'lost', hint: answer.fault.errorCode ?? 'lost' };
    },

    async cancel(order) {
      const { orderRef } = parseOrder(order);
      // Whatever the answer, there is nothing left to do.
      await api.post('cancel', { orderRef });
    },

    clues(order, at, hint): Clues | undefined {
      const { start } = parseOrder(order);
      if (start === undefined || isOpened(hint)) return undefined;
      const { autoStartToken } = start;
      return {
        qrData: qrData(start, at),
        autoStartToken,
        appLink: startLink(startUrls.app, autoStartToken),
        desktopLink: startLink(startUrls.desktop, autoStartToken),
      };
    },

    words,
  };
}

function progressOf(answer: JsonObject, orderRef: string): Progress {
  if (answer.orderRef !== orderRef) throw unusable('collect answered about another order');
  const hint = parseHintCode(answer.hintCode);
  switch (answer.status) {
    case 'pending':
      return { state: 'pending', stage: stageOf(hint), hint };
    case 'failed':
      return { state: 'ended', why: endingOf(hint), hint };
    case 'complete': {
      const identity = identityOf(answer.completionData);
      // The answer is final and will not be given again. The person approved: this is no denial.
      if (identity === undefined) return { state: 'ended', why: 'lost', hint: 'completionData' };
      return { state: 'identified', identity };
    }
    default:
      throw unusable('collect answered an unknown status');
  }
}

function unusable(detail: string): Failure {
  return new Failure('eid-unavailable', { detail });
}
