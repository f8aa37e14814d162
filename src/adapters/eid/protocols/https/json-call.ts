import type { EidFinding } from '../../../../domain/eid-reasons.ts';
import { Failure, type FailureCode } from '../../../../domain/failure.ts';
import { type JsonObject, parseJsonObject } from '../../../../domain/json.ts';
import type { Progress } from '../../../../domain/progress.ts';
import {
  type HttpsAnswer,
  type HttpsCall,
  type HttpsClient,
  type NoAnswer,
  retryAfterIn,
} from './https-client.ts';
import { networkFinding } from './network-finding.ts';

type Ended = Extract<Progress, { readonly state: 'ended' }>;

/** A JSON object in a successful answer, or a fault. */
export type JsonAnswer<Fault extends CallFault = StatusFault> =
  | { readonly body: JsonObject; readonly fault?: undefined }
  | { readonly fault: Fault };

/** A call that was refused, or whose answer did not arrive or cannot be read. */
export interface CallFault {
  /** In so many seconds the eID accepts calls again; undefined without Retry-After. */
  readonly retryAfter: number | undefined;
  /** Undefined when no answer arrived. */
  readonly statusCode?: number | undefined;
  /** For the log. */
  readonly detail: string;
  readonly cause?: unknown;
}

/** A fault by its HTTP status. */
export interface StatusFault extends CallFault {
  /** Undefined when no answer arrived, or the answer cannot be read. */
  readonly statusCode: number | undefined;
}

/** Makes one call, exactly once. Never rejects: a fault is a value. `name`: of the call, for the log. */
export async function callForJson(
  client: HttpsClient,
  name: string,
  call: HttpsCall,
): Promise<JsonAnswer> {
  return readJsonAnswer(name, await client.call(call));
}

/** Reads the answer of one call. The text of an error may repeat a personal number, so that none is kept. */
export function readJsonAnswer(name: string, answer: HttpsAnswer | NoAnswer): JsonAnswer {
  const unread = { statusCode: undefined, retryAfter: undefined };
  if (answer.statusCode === undefined) {
    const { reason, cause } = answer;
    return { fault: { ...unread, detail: `${name}: ${reason}`, cause } };
  }
  const { statusCode, headers, text } = answer;
  if (statusCode !== 200) {
    const retryAfter = retryAfterIn(headers);
    return { fault: { statusCode, retryAfter, detail: `${name}: ${statusCode}` } };
  }
  const body = parseJsonObject(text);
  if (body !== undefined) return { body };
  return { fault: { ...unread, detail: `${name}: 200 without a JSON object` } };
}

/** What a finding names: the eID's error code, and the settings to compare when it refuses our credentials. */
export interface FaultTerms {
  readonly hintCode?: string | undefined;
  readonly settings: string;
}

/** The failure for a fault. Only that of an unavailable eID has the seconds until it accepts calls again. */
export function failureOfCall(code: FailureCode, fault: CallFault, terms: FaultTerms): Failure {
  const { retryAfter, detail, cause } = fault;
  const { hintCode } = terms;
  const hasSeconds = code === 'eid-unavailable' && retryAfter !== undefined;
  return new Failure(code, {
    ...(hasSeconds && { values: { seconds: retryAfter } }),
    ...(hintCode !== undefined && { hintCode }),
    ...findingOf(code, fault, terms),
    detail,
    cause,
  });
}

function findingOf(
  code: FailureCode,
  { statusCode, cause }: CallFault,
  { hintCode, settings }: FaultTerms,
): Partial<EidFinding> {
  if (code === 'eid-busy-with-person') return {};
  if (statusCode === undefined) {
    return cause === undefined ? { reason: 'eid-unreadable' } : networkFinding(cause);
  }
  const answer = answerOf(statusCode, hintCode);
  if (code === 'eid-misconfigured') {
    return { reason: 'credentials-refused', facts: { answer, settings } };
  }
  if (statusCode === 200) return { reason: 'eid-unreadable', facts: { answer } };
  const isRefused = code === 'eid-refused-request';
  return { reason: isRefused ? 'eid-refused-parameters' : 'eid-out-of-order', facts: { answer } };
}

/** An answer as timelines have it: `HTTP 401 invalid_client`. */
export function answerOf(status: number, word: string | undefined): string {
  return `HTTP ${status}${word === undefined ? '' : ` ${word}`}`;
}

/** The ending of an order that the eID does not have any more. `hintCode`: its code for that. */
export function lostOrder({ statusCode }: CallFault, hintCode = 'lost'): Ended {
  const word = hintCode === 'lost' ? undefined : hintCode;
  const facts = statusCode === undefined ? {} : { answer: answerOf(statusCode, word) };
  return { state: 'ended', why: 'lost', hintCode, finding: { reason: 'order-unknown', facts } };
}

/** The failure of an eID whose answer says something else than its interface promises. */
export function unusableAnswer(detail: string): Failure {
  return new Failure('eid-unavailable', { detail, reason: 'eid-unreadable' });
}
