import { errors } from 'oidc-provider';

/**
 * The login has ended already, in another tab or at another click. Told on a page: the application has, or
 * is about to get, the answer of the one that was first, and must not get a denial beside it.
 */
export function loginIsOver(): Error {
  const error = new errors.InvalidRequest('this login is over already');
  return Object.assign(error, { allow_redirect: false });
}
