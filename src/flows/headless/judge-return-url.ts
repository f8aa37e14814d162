import type { Application } from '../../domain/application.ts';
import { Failure } from '../../domain/failure.ts';

const LONGEST = 512;

/**
 * Where the eID's app may send the person: a redirect URI of the application to the letter, with a query or a
 * fragment of its own behind it. The application puts its secret for the returning browser there.
 * @throws {Failure} return-url-malformed
 */
export function judgeReturnUrl(returnUrl: string, { redirectUris }: Application): void {
  const isPlain = returnUrl.length <= LONGEST && /^[\x21-\x7E]+$/.test(returnUrl);
  const isKnown = redirectUris.some(
    (uri) => returnUrl === uri || /^[?#]/.test(after(uri, returnUrl)),
  );
  if (!isPlain || !isKnown) throw new Failure('return-url-malformed');
}

/** What follows the beginning; nothing when it begins otherwise. */
function after(beginning: string, text: string): string {
  return text.startsWith(beginning) ? text.slice(beginning.length) : '';
}
