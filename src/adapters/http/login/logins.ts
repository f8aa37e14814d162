import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Ending } from '../../../domain/progress.ts';
import type { Login, StartTrouble } from '../../../flows/browser-login/login.ts';
import type { Look } from '../../../ports/authentications.ts';

/** The logins that wait for their person, as the protocol side keeps them. */
export interface Logins {
  /**
   * The login that this browser's cookie and the URL's id name together; undefined when they do not
   * (no cookie, expired, finished, another login). Whoever views it gets the right to ask the eID with it, when that
   * is due.
   * @throws {Failure} too-many-requests, when it is viewed too often
   */
  find(
    request: IncomingMessage,
    response: ServerResponse,
    aim: Aim,
  ): Promise<FoundLogin | undefined>;
  /**
   * Ends the login without a person, for good. Answers the path on our origin where the browser goes next; undefined
   * when another request has ended it meanwhile.
   */
  end(
    request: IncomingMessage,
    response: ServerResponse,
    why: Ending | StartTrouble,
  ): Promise<string | undefined>;
}

/** What a request is about: to see how the login stands, or to do something with it. */
export type Aim = 'view' | 'act';

/** A login that waits for its person. */
export interface FoundLogin {
  readonly login: Login;
  /** Its latest attempt; undefined while nothing has been started. */
  readonly look: Look | undefined;
  /** The path on our origin where the browser goes next when the login has ended. */
  readonly onwards: string;
}
