import { Failure, type FailureCode } from '../../../../domain/failure.ts';
import { type JsonObject, parseJsonObject } from '../../../../domain/json.ts';
import {
  type HttpsAnswer,
  type HttpsCall,
  type HttpsClient,
  type NoAnswer,
  retryAfterIn,
} from './https-client.ts';

/** A JSON object in a successful answer, or a fault. */
export type JsonAnswer<Fault extends CallFault = StatusFault> =
  | { readonly body: JsonObject; readonly fault?: undefined }
  | { readonly fault: Fault };

/** A call that was refused, or whose answer did not arrive or cannot be read. */
export interface CallFault {
  /** In so many seconds the eID accepts calls again; undefined without Retry-After. */
  readonly retryAfter: number | undefined;
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

/** The failure for a fault. Only that of an unavailable eID has the seconds until it accepts calls again. */
export function failureOfCall(
  code: FailureCode,
  { retryAfter, detail, cause }: CallFault,
  hintCode?: string,
): Failure {
  const hasSeconds = code === 'eid-unavailable' && retryAfter !== undefined;
  return new Failure(code, {
    ...(hasSeconds && { values: { seconds: retryAfter } }),
    ...(hintCode !== undefined && { hintCode }),
    detail,
    cause,
  });
}
