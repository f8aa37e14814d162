import type { Acr } from './acr.ts';
import type { Authentication } from './authentication.ts';
import type { Intent } from './intent.ts';
import type { SupportCode } from './support-code.ts';
import type { Domain } from './tenant.ts';

/** One browser login: an authorization request without an identified person yet. */
export interface Login {
  readonly id: string;
  /** The code by which support finds it; absent for one of the release before. */
  readonly supportCode?: SupportCode | undefined;
  readonly tenantId: string;
  readonly issuer: string;
  /** The domain of this issuer, as it is configured now. */
  readonly domain: Pick<Domain, 'tenantId' | 'issuer' | 'environment' | 'limits'>;
  readonly clientId: string;
  /** The application's name, shown to the person. */
  readonly applicationName: string;
  readonly acr: Acr;
  /** May be a getter that parses the request: read it only when needed. */
  readonly intent: Intent;
  /**
   * True when the application pushed the request with client authentication, or signed it. Any other request may be
   * forged, so the person it names is not sent to the eID.
   */
  readonly isRequestAuthenticated: boolean;
  /** The granted scope. */
  readonly scope: readonly string[];
  /** The ID token's claims: all granted ones, or `sub` alone. */
  readonly idToken: Authentication['idToken'];
  /** The request's `ui_locales`, in order of preference. */
  readonly uiLocales: readonly string[];
  /** Where the browser goes after the login: an origin, or `scheme:` of a native app. */
  readonly returnsTo: string;
}

/**
 * Why no order was started: the eID is unavailable, has another order of this person, or refuses our settings; or a
 * rate limit was exceeded.
 */
export type StartFailure = 'unavailable' | 'busy' | 'misconfigured' | 'too-many-requests';
