import type { Context, Middleware } from 'koa';

import { isJsonObject } from '../../domain/json.ts';
import {
  parseSupportCode,
  SUPPORT_CODE_HEADER,
  type SupportCode,
  shownSupportCode,
} from '../../domain/support-code.ts';
import type { NamedLogin } from '../../ports/login-timelines.ts';

/** Adds the code of the request's login to its answer. Does nothing without a code. */
export function showSupportCode(ctx: Pick<Context, 'set'>, code: SupportCode | undefined): void {
  if (code !== undefined) ctx.set(SUPPORT_CODE_HEADER, shownSupportCode(code));
}

/** What a request is about, when it is not the library's. */
export interface Refused {
  /** As in the timeline. */
  readonly endpoint: string;
  /** The login that it names; undefined for none. */
  readonly login: NamedLogin | undefined;
}

/** Notes a refusal in the timeline of its login, or begins one for it: each refusal has a code. A repeat does nothing. */
export interface NoteRefusal {
  (ctx: Context, error: Error, refused?: Refused): void;
}

/** The same as it is shown, for log lines and pages. */
export function shownSupportCodeIn(ctx: Pick<Context, 'response'>): string | undefined {
  const code = supportCodeIn(ctx);
  return code && shownSupportCode(code);
}

/** The code that the answer has so far; undefined while no login is known. */
export function supportCodeIn(ctx: Pick<Context, 'response'>): SupportCode | undefined {
  return parseSupportCode(ctx.response.get(SUPPORT_CODE_HEADER));
}

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
