import { CLIENT_AUTHENTICATION } from './entries/client-authentication.ts';
import { libraryError } from './library-error.ts';

/** All but what a description may hold (RFC 6749 §5.2); a parser's message may quote the JWT. */
const FORBIDDEN = /[^\x20-\x7e]|["\\]/g;

/** The body that explains to a client's developer why its assertion was refused. */
export function refusedAssertion(reason: string) {
  const { error, error_description } = libraryError(
    CLIENT_AUTHENTICATION['client-assertion-refused'],
    { names: { reason: reason.replace(FORBIDDEN, '?') } },
  );
  return { error, error_description };
}
