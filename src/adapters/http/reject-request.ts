import type { IncomingMessage, ServerResponse } from 'node:http';

import Koa from 'koa';

import { Failure, unavailableIn } from '../../domain/failure.ts';
import type { Log } from '../../ports/log.ts';
import type { Explain } from './error-pages.ts';
import { retryAfter, sendError } from './login/send-page.ts';

/** Answers a request that nobody serves. */
export interface RejectRequest {
  (req: IncomingMessage, res: ServerResponse, why: Why): void;
}

/** What was thrown instead of an answer, and how the log finds it. */
interface Why {
  readonly error: unknown;
  readonly reference: string;
}

interface Deps {
  /** How the errors of this name are told to programs. */
  readonly explain: Explain;
  readonly log: Log;
}

/** What is told in words of its own: a page, or an entry of the catalogue. */
interface Rejection {
  readonly name: 'service-unavailable' | 'too-many-requests';
  readonly status: number;
  readonly seconds: number;
  readonly reference: string;
}

/**
 * Tells who cannot be served now when to come again: a person on a page that asks again by itself, a program in JSON,
 * also a script of another site. Anything else is a fault of ours.
 */
export function makeRejectRequest({ explain, log }: Deps): RejectRequest {
  const pages = new WeakMap<IncomingMessage, Rejection>();
  const app = new Koa();
  // A caller that is gone already is nothing to talk about.
  app.silent = true;
  app.use((ctx) => {
    const told = pages.get(ctx.req);
    if (told === undefined) return;
    sendError(ctx, told.name, told.reference);
    retryAfter(ctx, told.seconds);
  });
  const showPage = app.callback();

  return (req, res, { error, reference }) => {
    // It has begun to answer: the caller must see that this is not all.
    if (res.headersSent) return void res.destroy();
    const told = rejectionOf(error, reference);
    if (told === undefined) return fault(res, { error, reference });
    if (told.status === 503) {
      log.warn('request.unavailable', { reference, cause: String(unavailableIn(error)) });
    }
    pages.set(req, told);
    return req.headers.accept?.includes('text/html') ? void showPage(req, res) : answer(res, told);
  };

  function answer(res: ServerResponse, { name, status, seconds, reference }: Rejection): void {
    const { error, description } = explain(name) ?? { error: name };
    res.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Retry-After': seconds,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Trace-Id, X-Request-Id, Retry-After',
    });
    res.end(JSON.stringify({ error, error_description: description, reference }));
  }

  function fault(res: ServerResponse, { error: cause, reference }: Why): void {
    log.error('request.failed', { reference, cause });
    res.statusCode = 500;
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.end(`Something went wrong. Reference: ${reference}\n`);
  }
}

/** Undefined for a fault. */
function rejectionOf(error: unknown, reference: string): Rejection | undefined {
  const unavailable = unavailableIn(error);
  if (unavailable !== undefined) {
    const { retryAfter: seconds } = unavailable;
    return { name: 'service-unavailable', status: 503, seconds, reference };
  }
  if (!(error instanceof Failure) || error.code !== 'too-many-requests') return undefined;
  const seconds = Number(error.names.seconds ?? 1);
  return { name: 'too-many-requests', status: 429, seconds, reference };
}
