import type { Context } from 'koa';

import type { CancelLogin } from '../../../flows/browser-login/cancel-login.ts';
import type { Visitor } from '../../../flows/browser-login/login.ts';
import type { ReturnToLogin } from '../../../flows/browser-login/return-to-login.ts';
import type { StartLogin } from '../../../flows/browser-login/start-login.ts';
import type { ViewLogin } from '../../../flows/browser-login/view-login.ts';
import type { Directory } from '../../../ports/directory.ts';
import type { NewId } from '../../../ports/ids.ts';
import type { Log } from '../../../ports/log.ts';
import type { LoginSessions } from './login-sessions.ts';

/** What the pages need. */
export interface LoginPagesDeps {
  readonly sessions: LoginSessions;
  readonly viewLogin: ViewLogin;
  readonly startLogin: StartLogin;
  readonly cancelLogin: CancelLogin;
  readonly returnToLogin: ReturnToLogin;
  readonly directory: Directory;
  /** The person's address, as seen through the proxies that we trust, and browser. */
  readonly visitorOf: (ctx: Context) => Visitor;
  readonly newId: NewId;
  readonly log: Log;
}
