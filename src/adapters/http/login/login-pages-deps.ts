import type { CancelLateStart } from '../../../flows/browser-login/cancel-late-start.ts';
import type { CancelLogin } from '../../../flows/browser-login/cancel-login.ts';
import type { LeaveLogin } from '../../../flows/browser-login/leave-login.ts';
import type { ReturnToLogin } from '../../../flows/browser-login/return-to-login.ts';
import type { StartLogin } from '../../../flows/browser-login/start-login.ts';
import type { ViewLogin } from '../../../flows/browser-login/view-login.ts';
import type { Directory } from '../../../ports/directory.ts';
import type { NewId } from '../../../ports/ids.ts';
import type { Log } from '../../../ports/log.ts';
import type { Logins } from './logins.ts';

/** What the pages need. */
export interface LoginPagesDeps {
  readonly logins: Logins;
  readonly viewLogin: ViewLogin;
  readonly startLogin: StartLogin;
  readonly cancelLogin: CancelLogin;
  readonly cancelLateStart: CancelLateStart;
  readonly leaveLogin: LeaveLogin;
  readonly returnToLogin: ReturnToLogin;
  readonly directory: Directory;
  readonly newId: NewId;
  readonly log: Log;
}
