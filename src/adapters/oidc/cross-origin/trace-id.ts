import type { Context, Middleware } from 'koa';

import { ENDPOINTS } from '../endpoints.ts';

/** A version, the trace's id, the caller's span, flags (W3C Trace Context). */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Tells who pushes a request, and asks for it, how to find its log entries: `Prefer: return-trace-id`. */
export const tellTraceId: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== ENDPOINTS.pushed_authorization_request) return;
  const wishes = ctx.get('Prefer').toLowerCase().split(/[,;]/);
  if (wishes.some((wish) => wish.trim() === 'return-trace-id')) {
    ctx.set('Trace-Id', traceIdOf(ctx));
  }
};

/** The caller's own trace, or our reference of this request. */
function traceIdOf(ctx: Context): string {
  return TRACE_PARENT.exec(ctx.get('traceparent'))?.[1] ?? ctx.response.get('X-Request-Id');
}
