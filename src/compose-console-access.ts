import { CALLBACK_PATH } from './adapters/management/login/login-pages.ts';
import type { ManagementListener } from './config/environment/environment.ts';
import type { ConsoleAccess } from './management/console-access.ts';

/** How administrators log in; undefined when nobody does. */
export function consoleAccessOf(
  listener: ManagementListener | undefined,
): ConsoleAccess | undefined {
  return listener?.login && { ...listener.login, redirectUri: listener.url + CALLBACK_PATH };
}
