import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Ending } from '../../../domain/progress.ts';
import type { Login, StartTrouble } from '../../../flows/browser-login/login.ts';

/** The logins that wait for their person, as the protocol side keeps them. */
export interface Logins {
  /**
   * The login that this browser's cookie and the URL's id name together; undefined when they do not
   * (no cookie, expired, finished, another login).
   */
  find(request: IncomingMessage, response: ServerResponse): Promise<Login | undefined>;
  /**
   * Ends the login. Answers the URL, a path on our origin, where the browser goes next; undefined when
   * another request has ended it meanwhile.
   */
  finish(
    request: IncomingMessage,
    response: ServerResponse,
    result: LoginResult,
  ): Promise<string | undefined>;
}

/** How a login ended: with somebody, or why without. */
export type LoginResult =
  | { readonly authenticationId: string }
  | { readonly why: Ending | StartTrouble };
