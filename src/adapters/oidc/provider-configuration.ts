import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import { LOGIN_CLAIMS } from '../../domain/claims.ts';
import { FLOW_NAMES } from '../../domain/flow.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import { makeValidateRequestObject } from './backchannel/request-objects.ts';
import { makeAssertionSigner } from './clients/assertion-without-jti.ts';
import { OWN_METADATA } from './clients/client-adapter.ts';
import { ASSERTION_ALGORITHMS, makeValidateAssertion } from './clients/client-assertions.ts';
import { makeClientKeys } from './clients/client-credentials.ts';
import { makeClientBasedCors } from './cors.ts';
import { BACKCHANNEL_ENDPOINTS, ENDPOINTS } from './endpoints.ts';
import { responseTypesOf } from './grant-types.ts';
import { libraryAdapter } from './library-adapter.ts';
import { loginPolicy } from './logins/interaction-policy.ts';
import type { ProviderParts } from './provider-deps.ts';
import { makeValidateRequest } from './requests/authorization-request.ts';
import { makeRenderError } from './response-modes/error-response.ts';
import { sessionCookie, sessionMetadata } from './sessions/session-adapter.ts';
import { makeSessionLifetime, type SessionLifetime } from './sessions/sessions.ts';

/** The library's whole configuration: plain data, its state and keys, and its callbacks. */
export async function providerConfiguration(parts: ProviderParts): Promise<LibraryConfiguration> {
  return {
    ...protocolConfiguration(parts),
    ...(await stateAndKeys(parts)),
    ...callbacks(parts),
  };
}

/** The library's features that are offered, and those that it would enable by default. */
const STANDARD_FEATURES: LibraryConfiguration['features'] = {
  ciba: {
    enabled: true,
    deliveryModes: ['poll'],
    validateRequestContext: refuseLibraryRoute,
    verifyUserCode: refuseLibraryRoute,
    triggerAuthenticationDevice: refuseLibraryRoute,
  },
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: true },
};

/** CIBA is enabled for discovery and the client's metadata: an endpoint of ours serves the requests themselves. */
function refuseLibraryRoute(): never {
  throw new Error("the library's own CIBA endpoint was reached");
}

/** The part of the library's configuration that is plain data: endpoints, features, lifetimes, claims. */
function protocolConfiguration(parts: ProviderParts): LibraryConfiguration {
  const { domain, configuration, clock } = parts;
  return {
    routes: ENDPOINTS,
    responseTypes: responseTypesOf(FLOW_NAMES),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS],
      requestObjectSigningAlgValues: [...ASSERTION_ALGORITHMS],
    },
    scopes: [...configuration.catalogue.scopes],
    acrValues: [...domain.acrValues],
    claims: { openid: claimNames(domain, configuration) },
    subjectTypes: ['public'],
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    expiresWithSession: () => false,
    extraClientMetadata: { properties: [...OWN_METADATA] },
    pkce: { required: (_ctx, client) => client.require_pkce === true },
    ttl: lifetimesOf(makeSessionLifetime(domain, clock)),
    features: {
      ...STANDARD_FEATURES,
      requestObjects: { enabled: true, assertJwtClaimsAndHeader: makeValidateRequestObject(parts) },
    },
    discovery: {
      ui_locales_supported: LANGUAGES,
      claim_types_supported: ['normal'],
      ...backchannelMetadata(domain, configuration),
      ...sessionMetadata(domain),
    },
  };
}

function lifetimesOf(sessionLifetime: SessionLifetime): LibraryConfiguration['ttl'] {
  return {
    Interaction: lifetimes.login,
    AuthorizationCode: lifetimes.code,
    AccessToken: lifetimes.accessToken,
    IdToken: (_ctx, _token, client) => Number(client.id_token_lifetime),
    Grant: lifetimes.retention,
    Session: sessionLifetime,
  };
}

/** Discovery of CIBA and headless beyond what the library announces. */
function backchannelMetadata(domain: Domain, configuration: Configuration) {
  const { issuer } = domain;
  const types = detailsTypes(domain, configuration);
  return {
    headless_authorization_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.headlessAuthorize}`,
    headless_cancellation_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.headlessCancel}`,
    headless_events_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.headlessEvents}`,
    backchannel_authentication_cancellation_endpoint: `${issuer}${BACKCHANNEL_ENDPOINTS.cibaCancel}`,
    ...(types.length > 0 && { authorization_details_types_supported: types }),
  };
}

/** The types of `authorization_details` of the eIDs that the domain offers for CIBA. */
function detailsTypes({ acrValues }: Domain, { catalogue }: Configuration): string[] {
  const types = acrValues.flatMap((acr) => {
    const { variants = [], texts } = catalogue.offerOf(acr) ?? {};
    const isOffered = variants.some((one) => one.acr === acr && one.channels.ciba !== undefined);
    return isOffered ? (texts?.phone?.detailsType ?? []) : [];
  });
  return [...new Set(types)];
}

function claimNames(domain: Domain, configuration: Configuration): string[] {
  const ofLogin = LOGIN_CLAIMS.map(({ name }) => name);
  return [...new Set(['sub', 'nbf', ...ofLogin, ...configuration.claimNames(domain)])];
}

async function stateAndKeys(parts: ProviderParts): Promise<LibraryConfiguration> {
  const { domain, signingKeys, newSigningKey } = parts;
  const assertionSigner = makeAssertionSigner(await newSigningKey('ES256'));
  return {
    adapter: libraryAdapter({ ...parts, clientKeys: makeClientKeys(parts), assertionSigner }),
    jwks: { keys: [...(await signingKeys.of(domain.issuer))] },
    cookies: cookiesOf(parts),
  };
}

/** The library's cookies, signed for this domain: `long` holds the session, `short` a login and its resume URL. */
function cookiesOf({ domain, vault }: ProviderParts): LibraryConfiguration['cookies'] {
  const secure = domain.issuer.startsWith('https:');
  const keys = vault.deriveKeys(`cookies ${domain.issuer}`);
  return {
    keys: keys.map((key) => Buffer.from(key).toString('base64url')),
    names: cookieNames(secure),
    long: sessionCookie(domain),
    short: { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true, secure },
  };
}

/** Browsers enforce the rules of these prefixes; they exist over https only. */
function cookieNames(secure: boolean) {
  const prefix = secure ? '__Secure-' : '';
  return {
    session: secure ? '__Host-session' : 'session',
    interaction: `${prefix}login`,
    resume: `${prefix}resume`,
  };
}

/** The parameters of our own at the endpoints that start CIBA and headless requests. */
const BACKCHANNEL_PARAMS = {
  callInitiator: null,
  authorization_details: null,
  end_user_ip: null,
  return_url: null,
} as const;

function callbacks(parts: ProviderParts): LibraryConfiguration {
  const { findAccount, loadExistingGrant, errorPage, noteRefusal } = parts;
  return {
    findAccount,
    loadExistingGrant,
    // The last parameter that the library checks: the rest of the request is valid by then.
    extraParams: { ...BACKCHANNEL_PARAMS, acr_values: makeValidateRequest(parts) },
    assertJwtClientAuthClaimsAndHeader: makeValidateAssertion(parts),
    clientBasedCORS: makeClientBasedCors(parts),
    interactions: { policy: loginPolicy(), url: (_ctx, { uid }) => `/login/${uid}` },
    renderError: makeRenderError({ errorPage, noteRefusal }),
  };
}
