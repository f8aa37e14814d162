/** The paths of the provider's endpoints, by the library's names for them. */
export const ENDPOINTS = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/.well-known/jwks',
  backchannel_authentication: '/ciba/bc-authorize',
  pushed_authorization_request: '/oauth2/par',
} as const;

/** The resume URL of a login that has ended; the group is its id. */
export const RESUME = new RegExp(`^${ENDPOINTS.authorization}/([\\w-]+)$`);

/** The discovery document's path. */
export const DISCOVERY = '/.well-known/openid-configuration';

/** The description of these endpoints: OpenAPI 3.1. */
export const OPENAPI = '/openapi.json';

/** The document that the JavaScript SDKs of Criipto (now Idura) read beside it. */
export const SDK_CONFIGURATION = '/.well-known/criipto-configuration';

/** Apple's list of the apps that may open links of the domain. */
export const IOS_APP_LINKS = '/.well-known/apple-app-site-association';

/** Google's. */
export const ANDROID_APP_LINKS = '/.well-known/assetlinks.json';

/** The URLs of logins on the application's own page are below it. */
export const EMBEDDED = '/embedded';

/** Ends the session of the browser. */
export const LOGOUT = '/oauth2/logout';

/** Starts a headless login. */
export const HEADLESS = '/headless/authorize';

/** The endpoints of ours for clients without a browser, beside the library's two. */
export const BACKCHANNEL_ENDPOINTS = {
  headlessAuthorize: HEADLESS,
  headlessCancel: '/headless/cancel',
  headlessEvents: '/headless/events',
  cibaCancel: '/ciba/cancel',
} as const;

/** The channels without a browser. */
export type BackchannelChannel = 'ciba' | 'headless';

/** The parameter that names a started request. */
export const REQUEST_ID = { ciba: 'auth_req_id', headless: 'headless_req_id' } as const;

/** The event of a started request, named like the library's events. */
export const REQUEST_STARTED = 'backchannel_authentication.success';
