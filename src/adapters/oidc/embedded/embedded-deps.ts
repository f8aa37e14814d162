import type { Domain } from '../../../domain/tenant.ts';
import type { CancelLogin } from '../../../flows/browser-login/cancel-login.ts';
import type { ViewLogin } from '../../../flows/browser-login/view-login.ts';
import type { StartEmbeddedLogin } from '../../../flows/embedded-login/start-embedded-login.ts';
import type { Configuration } from '../../../ports/directory.ts';
import type { Log } from '../../../ports/log.ts';
import type { Logins } from '../logins/logins.ts';
import type { KeptLogins } from './kept-logins.ts';

/** What can be done with a login whose page is the application's own. */
export interface EmbeddedFlows {
  readonly startEmbeddedLogin: StartEmbeddedLogin;
  readonly viewLogin: ViewLogin;
  readonly cancelLogin: CancelLogin;
}

/** What its endpoints need. */
export interface EmbeddedDeps extends EmbeddedFlows {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly logins: Logins;
  readonly keptLogins: KeptLogins;
  readonly log: Log;
}
