/** The paths of the provider's endpoints, by the library's names for them. */
export const ENDPOINTS = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/.well-known/jwks',
} as const;
