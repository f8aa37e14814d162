import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { libraryError, onPage } from '../errors/library-error.ts';

/**
 * The login has ended already, in another tab or at another click. Told on a page: the application has, or
 * is about to get, the answer of the one that was first, and must not get a denial beside it.
 */
export function loginIsOver(): Error {
  return onPage(libraryError(INTERRUPTED_LOGINS['login-over']));
}
