import Provider from 'oidc-provider';

import { unavailableIn } from '../../../domain/unavailable.ts';
import { FORMS } from './entries/forms.ts';
import { libraryError, onPage } from './library-error.ts';

/**
 * The same part, whose calls tell that they could not be served as the library tells its own errors: it would take
 * anything else for a defect. What a part answers with, if it answers with functions, is not told so.
 */
export function tellingUnavailable<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      return typeof member === 'function' ? tellingUnavailable(member) : member;
    },
    apply(target, self, call) {
      const answer: unknown =
        typeof target === 'function' ? Reflect.apply(target, self, call) : undefined;
      return answer instanceof Promise ? answer.catch(tell) : answer;
    },
  });
}

function tell(cause: unknown): never {
  throw unavailableIn(cause) === undefined ? cause : unavailableError(cause);
}

/**
 * A login that could not be finished is not over: whoever finishes it waits on a page and tries again, and the
 * application hears nothing yet.
 */
function unavailableError(cause: unknown): Error {
  const error = libraryError(FORMS['service-unavailable'], { cause });
  return Provider.ctx?.oidc?.route === 'resume' ? onPage(error) : error;
}
