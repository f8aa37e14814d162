/** The paths of the endpoints below the issuer. */
export interface Routes {
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
  readonly jwks: string;
  readonly pushed_authorization_request: string;
}

/** An endpoint with faults on demand. */
export type Endpoint = (typeof endpoints)[number];

/** All endpoints with faults on demand. */
export const endpoints = [
  'discovery',
  'jwks',
  'par',
  'authorize',
  'token',
  'userinfo',
  'permissions',
  'backchannel',
] as const;

/** The path of permissions, where there is CIBA. */
export const PERMISSIONS = '/permissions';

/** The paths of IdentityServer, which several brokers run. */
export const identityServerRoutes: Routes = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  jwks: '/.well-known/openid-configuration/jwks',
  pushed_authorization_request: '/connect/par',
};

/** The paths of Idura Verify. */
export const iduraRoutes: Routes = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/.well-known/jwks',
  pushed_authorization_request: '/oauth2/par',
};

/** The paths of itsme. It takes no pushed requests. */
export const itsmeRoutes: Routes = {
  authorization: '/authorization',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwkSet',
  pushed_authorization_request: '/none',
};

/** The paths of OP's broker. It takes no pushed requests. */
export const ftnRoutes: Routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/profile',
  jwks: '/jwks/broker-signed',
  pushed_authorization_request: '/none',
};

/** The paths of Norwegian BankID, which runs Keycloak behind a check of its own. */
export const bankIdRoutes: Routes = {
  authorization: '/precheck/auth',
  token: '/protocol/openid-connect/token',
  userinfo: '/protocol/openid-connect/userinfo',
  jwks: '/protocol/openid-connect/certs',
  pushed_authorization_request: '/protocol/openid-connect/ext/par/request',
};

/** The paths of Vipps. */
export const vippsRoutes: Routes = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  userinfo: '/vipps-userinfo-api/userinfo',
  jwks: '/.well-known/jwks.json',
  pushed_authorization_request: '/oauth2/par',
};

/** Paths for a provider whose own are unknown. */
export const plainRoutes: Routes = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  pushed_authorization_request: '/par',
};

/** The endpoint at a path below the issuer, if it is one. */
export function endpointAt(
  { routes, ciba }: { readonly routes: Routes; readonly ciba?: { readonly route: string } },
  path: string,
): Endpoint | undefined {
  const paths: Readonly<Record<Endpoint, string | undefined>> = {
    discovery: '/.well-known/openid-configuration',
    jwks: routes.jwks,
    par: routes.pushed_authorization_request,
    authorize: routes.authorization,
    token: routes.token,
    userinfo: routes.userinfo,
    permissions: ciba && PERMISSIONS,
    backchannel: ciba?.route,
  };
  return endpoints.find((endpoint) => paths[endpoint] === path);
}
