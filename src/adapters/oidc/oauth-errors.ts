import type { Ending } from '../../domain/progress.ts';

/** An OAuth error as it is sent: ASCII text only. */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

/** How each ending is told to the application. */
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
} as const satisfies Record<Ending, OAuthError>;

/** The words for an ending on the redirect of a browser login. */
export function oauthErrorOf(ending: Ending): OAuthError {
  return ENDINGS[ending];
}
