import type { X509Certificate } from 'node:crypto';

import { isJsonObject, type JsonObject } from '../../../domain/json.ts';
import type { Progress } from '../../../domain/progress.ts';
import type { EidCertificate, OrderEid } from '../../../ports/eid.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { withServer } from '../protocols/https/client-certificate.ts';
import { lostOrder, unusableAnswer } from '../protocols/https/json-call.ts';
import { failureOf, isAboutPerson, isLost, isOpened, progressOf } from './answers.ts';
import { type FrejaApi, REFERENCES } from './freja-api.ts';
import { identityOf, isNamedPerson } from './identity.ts';
import { launchDataOf } from './launch.ts';
import { texts } from './messages.ts';
import { type FrejaOrder, parseOrder, storedOrder } from './order.ts';
import { verifyResult } from './result.ts';
import { startCall } from './start-call.ts';

interface Deps {
  readonly api: FrejaApi;
  readonly clock: Clock;
  /** The address that opens the app. */
  readonly appUrl: string;
  readonly dynamicQrCode: boolean;
  readonly isIntegrator: boolean;
  readonly signingCertificates: readonly X509Certificate[];
  /** The certificates of the settings: our own, and Freja's CA. */
  readonly certificates: readonly EidCertificate[];
}

/** Freja requires pauses of one second at least, and recommends three. */
const COLLECT_INTERVAL = 3;

/** Freja (Relying Party API over REST) as the port `OrderEid`. */
export function frejaEid(deps: Deps): OrderEid {
  const { api, clock, appUrl, dynamicQrCode, isIntegrator, certificates } = deps;
  return {
    kind: 'order',
    firstHintCode: 'STARTED',
    collectInterval: COLLECT_INTERVAL,
    repeatsAnswers: true,

    async start(request) {
      const { body, requested } = startCall(request, {
        now: clock(),
        isIntegrator,
        dynamicQrCode,
      });
      const answer = await api.post(requested.operation, 'start', body);
      const returnUrl = request.kind === 'phone' ? undefined : request.returnUrl;
      const order = { requested, returnUrl, startedAt: clock().getTime() };
      if (answer.fault !== undefined) {
        if (!isAboutPerson(answer.fault)) throw failureOf(answer.fault);
        const refusal = String(answer.fault.code);
        return storedOrder({ ...order, refusal, reference: undefined, qrCodeSecret: undefined });
      }
      const reference = answer.body[REFERENCES[requested.operation]];
      const { qrCodeSecret } = answer.body;
      if (!isToken(reference)) throw unusableAnswer('a start answered something that is no order');
      return storedOrder({
        ...order,
        reference,
        refusal: undefined,
        qrCodeSecret: isToken(qrCodeSecret) ? qrCodeSecret : undefined,
      });
    },

    async collect(stored) {
      const order = parseOrder(stored);
      const { reference, refusal, requested } = order;
      if (reference === undefined) return { state: 'ended', why: 'failed', hintCode: refusal };
      const { operation } = requested;
      const named = { [REFERENCES[operation]]: reference };
      const answer = await api.post(operation, 'result', named);
      if (answer.fault === undefined) return outcomeOf(answer.body, order, deps);
      if (!isLost(answer.fault)) throw failureOf(answer.fault);
      return lostOrder(answer.fault, String(answer.fault.code));
    },

    async cancel(stored) {
      const { reference, requested } = parseOrder(stored);
      if (reference === undefined) return;
      const { operation } = requested;
      // A failed cancel has no remedy: the order expires by itself.
      await api.post(operation, 'cancel', { [REFERENCES[operation]]: reference });
    },

    launchData: (stored, at) => launchDataOf(parseOrder(stored), appUrl, at),
    isOpened,
    texts,

    certificates: () => withServer(certificates, api.serverCertificate()),

    close: () => api.close(),
  };
}

/** The person approved, so that no outcome of an approved order is a denial. */
async function outcomeOf(
  answer: JsonObject,
  order: FrejaOrder,
  { clock, signingCertificates }: Deps,
): Promise<Progress> {
  const { reference = '', requested } = order;
  const progress = progressOf(answer.status, requested.userInfoType === 'INFERRED');
  if (progress !== undefined) return progress;
  if (answer.status !== 'APPROVED') throw unusableAnswer('a result has no status');
  const { details } = answer;
  const now = clock();
  const expected = { reference, requested };
  const result = await verifyResult(details, expected, { signingCertificates, now });
  if (result.payload === undefined) return unverified(result.step);
  if (!isNamedPerson(result, requested)) {
    return { state: 'ended', why: 'other-person', hintCode: undefined };
  }
  const unsigned = isJsonObject(answer.requestedAttributes) ? answer.requestedAttributes : {};
  const identity = identityOf({ requested, result, details: String(details), unsigned, now });
  return identity === undefined ? unverified('attributes') : { state: 'identified', identity };
}

function unverified(hintCode: string): Progress {
  return { state: 'ended', why: 'unverified', hintCode };
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256;
}
