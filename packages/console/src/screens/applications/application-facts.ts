import type { Settings } from '../../api/shapes.ts';

/** A setting's text; empty when it is absent. */
export function textIn(settings: Settings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
}

/** A setting's list of texts; empty when it is absent. */
export function textsIn(settings: Settings, name: string): readonly string[] {
  const value = settings[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The fields that are rarely changed, folded under their headings. */
export const APPLICATION_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Tokens and claims': [
    'dynamicScopes',
    'scopes',
    'claimsProfile',
    'idTokenSigningAlg',
    'idTokenLifetimeSeconds',
  ],
  'Security of requests': [
    'requirePkce',
    'requireNonce',
    'requirePushedAuthorizationRequests',
    'requireIdTokenHintAtLogout',
    'responseModes',
  ],
  'Keys and assertions': [
    'jwks',
    'jwksUri',
    'allowTokenEndpointAudience',
    'assertionLifetimeSeconds',
    'allowAssertionWithoutJti',
  ],
  'CIBA and headless': [
    'backchannelTokenDeliveryMode',
    'backchannelRequestSigningAlg',
    'defaultCallInitiator',
    'phoneStartsPerMinute',
    'requireEndUserIp',
  ],
  'Apps and logout': ['postLogoutRedirectUris', 'iosApps', 'androidApps'],
  'As data': ['secrets', 'issuers', 'branding'],
};
