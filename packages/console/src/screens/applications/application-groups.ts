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
  Other: ['issuers'],
};
