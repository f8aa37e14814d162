import type { errors } from 'oidc-provider';

import type { Failure } from '../../../domain/failure.ts';
import type { Ending, Stage } from '../../../domain/progress.ts';
import type { StartTrouble } from '../../../flows/browser-login/login.ts';
import { REFUSALS } from './catalogue.ts';
import { ENDINGS, POLLED_ENDINGS } from './entries/endings.ts';
import { PENDING, TOO_SOON } from './entries/polls.ts';
import { libraryError } from './library-error.ts';

/** An OAuth error as it is sent: ASCII text only. */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

/** The words for an ending on the redirect of a browser login. */
export function oauthErrorOf(ending: Ending | StartTrouble): OAuthError {
  const { error, description = '' } = ENDINGS[ending];
  return { error, error_description: description };
}

/** An ending as the token endpoint tells it to a poll. */
export function polledEnding(ending: Ending): errors.OIDCProviderError {
  return libraryError(POLLED_ENDINGS[ending] ?? ENDINGS[ending]);
}

/** What a poll is told while the person is not done. */
export function pendingAt(stage: Stage): errors.OIDCProviderError {
  return libraryError(PENDING[stage]);
}

/** What a poll is told that came too soon after the one before. */
export function tooSoon(): errors.OIDCProviderError {
  return libraryError(TOO_SOON);
}

/** A refusal as the library throws its own: it then answers by the rules of the endpoint. */
export function refusalOf({ code, names, message }: Failure): errors.OIDCProviderError {
  return Object.assign(libraryError(REFUSALS[code], { names }), { error_detail: message });
}
