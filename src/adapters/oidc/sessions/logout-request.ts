import type { ParsedUrlQuery } from 'node:querystring';

import { FORMS } from '../errors/entries/forms.ts';
import { REQUEST_REFUSALS } from '../errors/entries/request-refusals.ts';
import { libraryError } from '../errors/library-error.ts';

/** What a logout may say; nothing of it is required. Further parameters (`logout_hint`) change nothing. */
export interface LogoutRequest {
  readonly postLogoutRedirectUri: string | undefined;
  readonly state: string | undefined;
  readonly idTokenHint: string | undefined;
  readonly clientId: string | undefined;
  readonly uiLocales: readonly string[];
}

/** In characters. */
const LONGEST = 4096;
/** As long as a request may be: an ID token with evidence comes as a hint, too. */
const LONGEST_HINT = 128 * 1024;

/**
 * Reads it from a query.
 * @throws invalid_request: a parameter came twice, or is too long
 */
export function logoutRequestIn(query: ParsedUrlQuery): LogoutRequest {
  const textOf = (name: string, longest = LONGEST) => {
    const value = query[name];
    if (Array.isArray(value)) {
      const names = { names: `'${name}' parameter` };
      throw libraryError(FORMS['parameter-repeated'], { names });
    }
    if ((value?.length ?? 0) > longest) {
      const names = { name, limit: longest };
      throw libraryError(REQUEST_REFUSALS['parameter-too-long'], { names });
    }
    return value === '' ? undefined : value;
  };
  return {
    postLogoutRedirectUri: textOf('post_logout_redirect_uri'),
    state: textOf('state'),
    idTokenHint: textOf('id_token_hint', LONGEST_HINT),
    clientId: textOf('client_id'),
    uiLocales: textOf('ui_locales')?.split(' ') ?? [],
  };
}
