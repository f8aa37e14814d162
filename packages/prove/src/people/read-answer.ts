import type { WireAnswer } from '@eid-broker/testing/wire';
import { REPLICA_HEADER } from '../environment/front-proxy.ts';
import type { AnswerEvent } from '../history/event.ts';

/** The fields of a response in the history. */
export type AnswerReading = Partial<
  Pick<
    AnswerEvent,
    | 'status'
    | 'error'
    | 'description'
    | 'spent'
    | 'stage'
    | 'malformed'
    | 'isTraceless'
    | 'breach'
    | 'replica'
  >
> &
  Pick<AnswerEvent, 'type'>;

/** Reads the fields of any response. */
export function readAnswer(answer: WireAnswer): AnswerReading {
  const { status } = answer;
  const replica = String(answer.headers[REPLICA_HEADER] ?? '');
  const reading = { status, ...(replica !== '' && { replica }) };
  // The load balancer reports a broken connection: the effect is unknown.
  if (replica.endsWith(':proxy'))
    return { ...reading, type: status === 502 ? 'unknown' : 'failed' };
  const malformed = faultOf(answer);
  const type = typeOf(status);
  const { error, description } = type === 'ok' ? {} : errorIn(answer);
  return {
    ...reading,
    type,
    ...(error !== undefined && { error }),
    ...(description !== undefined && { description }),
    ...(malformed !== undefined && { malformed }),
    ...(isTraceless(answer) && { isTraceless: true }),
  };
}

/** The members of a JSON response; otherwise none. */
export function membersOf({ text }: WireAnswer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** An OAuth error, or the code of an error page. */
export function errorIn(answer: WireAnswer): {
  readonly error?: string;
  readonly description?: string;
} {
  const { error, error_description: description } = membersOf(answer);
  if (typeof error === 'string') {
    return { error, ...(typeof description === 'string' && { description }) };
  }
  const code = /data-testid="error-code">([^<]*)</.exec(answer.text)?.[1];
  const message = /data-testid="message">([^<]*)</.exec(answer.text)?.[1];
  return {
    ...(code !== undefined && { error: code }),
    ...(message !== undefined && { description: message }),
  };
}

/** It identifies the request in the log. */
const TRACE_ID = /^[0-9a-f]{32}$/;
/** The server refuses slow or large requests before they reach the service. */
const REFUSED_UNREAD: readonly number[] = [408, 413, 431];

function isTraceless({ status, headers }: WireAnswer): boolean {
  return !REFUSED_UNREAD.includes(status) && !TRACE_ID.test(String(headers['trace-id']));
}

function typeOf(status: number): AnswerReading['type'] {
  if (status >= 500 || status === 429) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

function faultOf(answer: WireAnswer): string | undefined {
  const { status, headers, text } = answer;
  if (/\n\s+at .+:\d+:\d+/.test(text)) return 'the response has a stack trace';
  if (status < 400) return undefined;
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/json')) {
    return errorIn(answer).error === undefined ? `${status} as JSON without an error` : undefined;
  }
  if (type.startsWith('text/html') || type.startsWith('text/plain')) return undefined;
  return `${status} as ${type === '' ? 'nothing' : type}`;
}
