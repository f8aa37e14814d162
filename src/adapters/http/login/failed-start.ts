import type { Context } from 'koa';

import type { Device } from '../../../domain/authentication.ts';
import { lifetimes } from '../../../domain/lifetimes.ts';
import type { Login, StartFailure } from '../../../domain/login.ts';
import { parseStartFailure } from './pages/ended-page.ts';

/** A start that failed on our page, and the device that it was for. */
export interface FailedStart {
  readonly why: StartFailure;
  readonly device: Device;
}

/**
 * A failed start is stored nowhere but in a cookie of the browser: the page shows it again after a reload, and the application
 * receives it as the error when the person then cancels. Without one, the cookie of an earlier one is removed.
 */
export function rememberStart(ctx: Context, { id, issuer }: Login, failed?: FailedStart): void {
  if (failed === undefined && failedStartOf(ctx) === undefined) return;
  const secure = issuer.startsWith('https:');
  const value = failed === undefined ? '' : `${failed.why}.${failed.device}`;
  const seconds = failed === undefined ? 0 : lifetimes.login;
  const attributes = `Path=/login/${encodeURIComponent(id)}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  ctx.append('Set-Cookie', `${NAME}=${value}; ${attributes}${secure ? '; Secure' : ''}`);
}

/** The path of the cookie is that of its login, so each login has its own. */
const NAME = 'failed-start';

/** The failed start of this browser's login; undefined after another start, and without one. */
export function failedStartOf(ctx: Context): FailedStart | undefined {
  const [text, device] = (ctx.cookies.get(NAME) ?? '').split('.');
  const why = parseStartFailure(text);
  if (why === undefined || (device !== 'same' && device !== 'other')) return undefined;
  return { why, device };
}
