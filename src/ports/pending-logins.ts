import type { Login, StartFailure } from '../domain/login.ts';
import type { Ending } from '../domain/progress.ts';
import type { AuthenticationSnapshot } from './authentications.ts';

/**
 * The contract between the login pages and the OIDC side: logins that have not ended. A login is named by the browser's
 * cookie and the URL together. `Request` and `Response` are the HTTP exchange, as the transport represents it.
 */
export interface PendingLogins<Request, Response> {
  /**
   * Loads the login of this exchange. Undefined when cookie and URL do not name the same one, and when it expired or has
   * ended. With the purpose `poll` it also acquires the lease of the latest attempt, when the attempt is due: of racing
   * callers one gets the lease, and a repeat gets the login without it.
   * @throws {Failure} too-many-requests, when one login is polled too often
   */
  load(
    request: Request,
    response: Response,
    purpose: LoginPurpose,
  ): Promise<PendingLogin | undefined>;
  /** Why `load` found none: the browser has no cookie of the login, or the login expired or has ended. */
  whyMissing(request: Request, response: Response): 'cookie-missing' | 'login-gone';
  /** The path on our origin where a login with an identified person continues. */
  resumeUrlOf(loginId: string): string;
  /**
   * Ends the login without a person. Returns the path on our origin to which the browser goes next. Undefined when there
   * is no such login, or when its result was consumed meanwhile. On a repeat the first reason stays; of racing callers
   * one reason stays. A login with an identified person ends by itself.
   */
  end(
    request: Request,
    response: Response,
    why: Ending | StartFailure,
  ): Promise<string | undefined>;
}

/** The use of the login: to collect its order when that is due and show its state, or to act on it. */
export type LoginPurpose = 'poll' | 'act';

/** A login that has not ended. */
export interface PendingLogin {
  readonly login: Login;
  /** The latest attempt, with the lease if it was acquired; undefined before the first start. */
  readonly snapshot: AuthenticationSnapshot | undefined;
  /** The path on our origin to which the browser goes after the login. */
  readonly resumeUrl: string;
}
