import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa, { type Context } from 'koa';

import { Failure, serviceUnavailableIn } from '../../domain/failure.ts';
import { SUPPORT_CODE_HEADER, shownSupportCode } from '../../domain/support-code.ts';
import type { Log } from '../../ports/log.ts';
import type { NewSupportCode } from '../../ports/runtime.ts';
import type { Explain } from './error-explanations.ts';
import { sendError } from './login/send-page.ts';

/** Answers a request that was not served. */
export interface RejectRequest {
  (req: IncomingMessage, res: ServerResponse, failed: FailedRequest): void;
}

/** The error that was thrown, and the reference of the request in the log. */
interface FailedRequest {
  readonly error: unknown;
  readonly reference: string;
}

interface Deps {
  /** The error code and description for programs, by the name in the catalogue. */
  readonly explain: Explain;
  readonly newSupportCode: NewSupportCode;
  readonly log: Log;
}

type Codes = Pick<Rejection, 'reference' | 'supportCode'>;

/** The facts of a 429 or 503; its texts are a page, or an entry of the catalogue. */
interface Rejection {
  readonly name: 'service-unavailable' | 'too-many-requests';
  readonly status: number;
  readonly seconds: number;
  readonly reference: string;
  /** Found in the log alone: a rejected request is not stored. */
  readonly supportCode: string;
}

/**
 * Answers 429 and 503 with `Retry-After`: a page that retries by itself for a person, JSON for a program, also for a
 * script of another site. Any other error is a fault of ours and gets 500.
 */
export function makeRejectRequest({ explain, newSupportCode, log }: Deps): RejectRequest {
  const app = new Koa();

  return (req, res, { error, reference }) => {
    // The answer has begun: a closed connection shows the caller that it is incomplete.
    if (res.headersSent) return void res.destroy();
    const supportCode = shownSupportCode(newSupportCode());
    const rejection = rejectionOf(error, { reference, supportCode });
    if (rejection === undefined) return fault(res, { error, reference, supportCode });
    if (rejection.status === 503) {
      const facts = { reference, support_code: supportCode };
      log.warn('request.unavailable', { ...facts, cause: String(serviceUnavailableIn(error)) });
    }
    return req.headers.accept?.includes('text/html')
      ? showPage(app.createContext(req, res), rejection)
      : answer(res, rejection);
  };

  function showPage(ctx: Context, { name, seconds, supportCode }: Rejection): void {
    ctx.set(SUPPORT_CODE_HEADER, supportCode);
    sendError(ctx, name, { seconds });
    ctx.res.end(ctx.body);
  }

  function answer(res: ServerResponse, rejection: Rejection): void {
    const { name, status, seconds, reference, supportCode } = rejection;
    const { error, description } = explain(name) ?? { error: name };
    res.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Retry-After': seconds,
      [SUPPORT_CODE_HEADER]: supportCode,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Trace-Id, X-Request-Id, Support-Code, Retry-After',
    });
    res.end(
      JSON.stringify({
        error,
        error_description: description,
        reference,
        support_code: supportCode,
      }),
    );
  }

  function fault(
    res: ServerResponse,
    { error: cause, reference, supportCode }: FailedRequest & Codes,
  ): void {
    log.error('request.failed', { reference, support_code: supportCode, cause });
    res.statusCode = 500;
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader(SUPPORT_CODE_HEADER, supportCode);
    res.end(`Something went wrong. Support code: ${supportCode}\n`);
  }
}

/** Undefined for a fault. */
function rejectionOf(error: unknown, codes: Codes): Rejection | undefined {
  const unavailable = serviceUnavailableIn(error);
  if (unavailable !== undefined) {
    const { retryAfter: seconds } = unavailable;
    return { name: 'service-unavailable', status: 503, seconds, ...codes };
  }
  if (!(error instanceof Failure) || error.code !== 'too-many-requests') return undefined;
  const seconds = Number(error.values.seconds ?? 1);
  return { name: 'too-many-requests', status: 429, seconds, ...codes };
}
