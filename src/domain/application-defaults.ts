import type { Application } from './application.ts';
import { lifetimes } from './lifetimes.ts';
import { USUAL_RESPONSE_MODES } from './response-mode.ts';

/** What each application must say itself. */
type Said = 'clientId' | 'name' | 'flows' | 'redirectUris' | 'secrets';

/**
 * What holds for an application that does not say otherwise: in the operator's file, and in a row that was stored
 * before the setting existed.
 */
export const APPLICATION_DEFAULTS = {
  postLogoutRedirectUris: [],
  responseModes: USUAL_RESPONSE_MODES,
  jwks: undefined,
  jwksUri: undefined,
  dynamicScopes: false,
  scopes: [],
  acrValues: undefined,
  defaultAcrValues: undefined,
  idTokenSigningAlg: 'RS256',
  idTokenLifetime: lifetimes.idToken,
  requirePkce: false,
  allowTokenEndpointAudience: false,
  assertionLifetime: lifetimes.assertion,
  allowAssertionWithoutJti: false,
  requireNonce: false,
  requirePushedAuthorizationRequests: false,
  requireIdTokenHintAtLogout: false,
  requireEndUserIp: false,
  iosApps: [],
  androidApps: [],
  defaultCallInitiator: undefined,
  backchannelRequestSigningAlg: undefined,
  phoneStartsPerMinute: 20,
} as const satisfies Omit<Application, Said>;
