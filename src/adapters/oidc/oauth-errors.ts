import type { Ending } from '../../domain/progress.ts';
import type { StartTrouble } from '../../flows/browser-login/login.ts';

/** An OAuth error as it is sent: ASCII text only. */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

/** How each ending is told to the application. That the eID did not work is never called a denial. */
const ENDINGS = {
  declined: { error: 'access_denied', error_description: 'user declined' },
  'not-started': { error: 'access_denied', error_description: 'the request expired' },
  expired: { error: 'access_denied', error_description: 'the request expired' },
  superseded: { error: 'access_denied', error_description: 'cancelled by a newer request' },
  blocked: { error: 'access_denied', error_description: 'eID blocked or invalid' },
  'app-unable': {
    error: 'access_denied',
    error_description: 'eID app cannot perform the request',
  },
  'too-risky': { error: 'access_denied', error_description: 'blocked by risk policy' },
  'other-browser': {
    error: 'access_denied',
    error_description: 'the eID app returned to another browser',
  },
  failed: { error: 'access_denied', error_description: 'authentication failed' },
  lost: { error: 'server_error', error_description: 'the answer of the eID was lost' },
  unavailable: {
    error: 'temporarily_unavailable',
    error_description: 'the eID cannot be reached',
  },
  busy: { error: 'access_denied', error_description: 'another login of the person is under way' },
  misconfigured: { error: 'server_error', error_description: 'the eID refused the request' },
} as const satisfies Record<Ending | StartTrouble, OAuthError>;

/** The words for an ending on the redirect of a browser login. */
export function oauthErrorOf(ending: Ending | StartTrouble): OAuthError {
  return ENDINGS[ending];
}
