import type { Middleware } from 'koa';

import { isJsonObject } from '../../../domain/json.ts';
import { shownSupportCodeIn } from '../support-code.ts';

/** The usual answers to polls: nothing failed. */
const NO_FAILURES: readonly unknown[] = ['authorization_pending', 'slow_down'];

/**
 * Adds `support_code` to an error in JSON: many libraries show no headers. RFC 6749 §5.2 allows further members, which clients
 * ignore.
 */
export const supportCodeMember: Middleware = async (ctx, next) => {
  await next();
  const { body } = ctx;
  const code = shownSupportCodeIn(ctx);
  if (code === undefined || !isJsonObject(body) || typeof body.error !== 'string') return;
  if (!NO_FAILURES.includes(body.error)) ctx.body = { ...body, support_code: code };
};
