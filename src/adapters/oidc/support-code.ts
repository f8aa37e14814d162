import type { Context } from 'koa';

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
