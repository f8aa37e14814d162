import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import { LOGIN_CLAIMS, SCOPES } from '../../domain/claims.ts';
import { FLOW_NAMES } from '../../domain/flow.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { lifetimes } from '../../domain/lifetimes.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { Vault } from '../../ports/vault.ts';
import {
  BACKCHANNEL_PARAMS,
  type BackchannelFeatures,
  backchannelFeatures,
  backchannelMetadata,
} from './backchannel/backchannel-requests.ts';
import { makeNameAssertion } from './clients/assertion-without-jti.ts';
import { OWN_METADATA } from './clients/client-adapter.ts';
import { ASSERTION_ALGORITHMS, makeAssertAssertion } from './clients/client-assertions.ts';
import { makeClientKeys } from './clients/client-credentials.ts';
import { makeClientBasedCors } from './cors.ts';
import { ENDPOINTS } from './endpoints.ts';
import { responseTypesOf } from './grant-types.ts';
import { libraryAdapter } from './library-adapter.ts';
import { loginPolicy } from './logins/interaction-policy.ts';
import type { ProviderParts } from './provider-deps.ts';
import { makeValidateRequest } from './requests/authorization-request.ts';
import { makeRenderError } from './response-modes/error-response.ts';
import { sessionCookie, sessionMetadata } from './sessions/session-adapter.ts';
import { makeSessionLifetime, type SessionLifetime } from './sessions/sessions.ts';

/** All that the library is configured with: plain data, where its state and keys are, and what it asks us. */
export async function providerConfiguration(parts: ProviderParts): Promise<LibraryConfiguration> {
  const { domain, configuration, clock } = parts;
  const features = backchannelFeatures(parts);
  const sessionLifetime = makeSessionLifetime(domain, clock);
  return {
    ...protocolConfiguration(domain, configuration, { features, sessionLifetime }),
    ...(await stateAndKeys(parts)),
    ...questions(parts),
  };
}

async function stateAndKeys(parts: ProviderParts): Promise<LibraryConfiguration> {
  const { domain, signingKeys, newSigningKey } = parts;
  const nameAssertion = makeNameAssertion(await newSigningKey('ES256'));
  return {
    adapter: libraryAdapter({ ...parts, clientKeys: makeClientKeys(parts), nameAssertion }),
    jwks: { keys: [...(await signingKeys.of(domain.issuer))] },
    cookies: cookiesOf(parts),
  };
}

function questions(parts: ProviderParts): LibraryConfiguration {
  const { findAccount, loadExistingGrant, errorPage } = parts;
  return {
    findAccount,
    loadExistingGrant,
    // The last parameter that the library checks: the rest of the request is valid by then.
    extraParams: { ...BACKCHANNEL_PARAMS, acr_values: makeValidateRequest(parts) },
    assertJwtClientAuthClaimsAndHeader: makeAssertAssertion(parts),
    clientBasedCORS: makeClientBasedCors(parts),
    interactions: { policy: loginPolicy(), url: (_ctx, { uid }) => `/login/${uid}` },
    renderError: makeRenderError(errorPage),
  };
}

/** What is more than data: built for the domain. */
interface Parts {
  readonly features: BackchannelFeatures;
  readonly sessionLifetime: SessionLifetime;
}

/** Of the library's own: what we offer, and what it would offer unasked. */
const STANDARD_FEATURES: LibraryConfiguration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: true },
};

/** The part of the library's configuration that is plain data: endpoints, features, lifetimes, claims. */
export function protocolConfiguration(
  domain: Domain,
  configuration: Configuration,
  { features, sessionLifetime }: Parts,
): LibraryConfiguration {
  return {
    routes: ENDPOINTS,
    responseTypes: responseTypesOf(FLOW_NAMES),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS],
      requestObjectSigningAlgValues: [...ASSERTION_ALGORITHMS],
    },
    scopes: [...SCOPES],
    acrValues: [...domain.acrValues],
    claims: { openid: claimNames(domain, configuration) },
    subjectTypes: ['public'],
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    expiresWithSession: () => false,
    extraClientMetadata: { properties: [...OWN_METADATA] },
    pkce: { required: (_ctx, client) => client.require_pkce === true },
    ttl: lifetimesOf(sessionLifetime),
    features: { ...STANDARD_FEATURES, ...features },
    discovery: {
      ui_locales_supported: LANGUAGES,
      claim_types_supported: ['normal'],
      ...backchannelMetadata(domain),
      ...sessionMetadata(domain),
    },
  };
}

function lifetimesOf(sessionLifetime: SessionLifetime): LibraryConfiguration['ttl'] {
  return {
    Interaction: lifetimes.login,
    BackchannelAuthenticationRequest: lifetimes.request,
    AuthorizationCode: lifetimes.code,
    AccessToken: lifetimes.accessToken,
    IdToken: (_ctx, _token, client) => Number(client.id_token_lifetime),
    Grant: lifetimes.retention,
    Session: sessionLifetime,
  };
}

function claimNames(domain: Domain, configuration: Configuration): string[] {
  return [...new Set(['sub', 'nbf', ...LOGIN_CLAIMS, ...configuration.claimNames(domain)])];
}

interface Deps {
  readonly domain: Domain;
  readonly vault: Vault;
}

/** The library's cookies: `long` the session, `short` a login and the way back to it. Signed for this domain. */
export function cookiesOf({ domain, vault }: Deps): NonNullable<LibraryConfiguration['cookies']> {
  const secure = domain.issuer.startsWith('https:');
  const keys = vault.deriveKeys(`cookies ${domain.issuer}`);
  return {
    keys: keys.map((key) => Buffer.from(key).toString('base64url')),
    names: cookieNames(secure),
    long: sessionCookie(domain),
    short: { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true, secure },
  };
}

/** Browsers hold the prefixes to their promise; they exist over https only. */
function cookieNames(secure: boolean) {
  const prefix = secure ? '__Secure-' : '';
  return {
    session: secure ? '__Host-session' : 'session',
    interaction: `${prefix}login`,
    resume: `${prefix}resume`,
  };
}
