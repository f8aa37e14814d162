import {
  type Act,
  ALL_TENANTS,
  authorize,
  FRESH_LOGIN_SECONDS,
  type Principal,
  permissionFor,
} from '../../domain/administrator.ts';
import { ApiProblem } from './problem.ts';

/** The caller may not do it. A refused change is noted for the audit. */
export class Refusal extends ApiProblem {}

/**
 * Authorizes an act of the caller.
 * @throws {Refusal} 401 for a login that is too old, 403, and 404 for a tenant in which the caller has no role
 */
export function requireAllowed(principal: Principal, act: Act): void {
  switch (authorize(principal, act)) {
    case 'allowed':
      return;
    case 'login-too-old':
      throw loginTooOld();
    case 'refused':
      throw new Refusal(
        403,
        `None of your roles allows ${permissionFor(act.permission, act.context)} here.`,
      );
    case 'unknown-tenant':
      throw act.tenant === ALL_TENANTS
        ? new Refusal(403, 'This needs a role for the whole installation.')
        : new Refusal(404, 'There is no such tenant.');
  }
}

/** RFC 9470: the client may log the person in again and repeat the request. */
function loginTooOld(): Refusal {
  const challenge = `Bearer error="insufficient_user_authentication", max_age=${FRESH_LOGIN_SECONDS}`;
  return new Refusal(401, 'This needs a fresh login.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}
