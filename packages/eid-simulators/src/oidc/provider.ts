import type { Middleware } from 'koa';
import Provider, {
  type AdapterFactory,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';

import type { Clock } from '../shared/clock.ts';
import type { Random } from '../shared/random.ts';
import type { Logins } from '../world/logins.ts';
import { accountOf, idTokenOf, subjectOf } from './accounts.ts';
import { type Ciba, makeCiba } from './ciba.ts';
import { serveEntityStatement } from './entity-statement.ts';
import type { Faults } from './faults.ts';
import type { SigningKeys } from './forge.ts';
import { parameterNames, type RequestPath, requestedText } from './parameter-rules.ts';
import type { OidcProfile } from './profile.ts';
import { protectAnswers } from './protect-answers.ts';
import {
  checkAssertion,
  checkRequest,
  checkRequestHeader,
  decryptRequests,
} from './received-requests.ts';
import { spoilAnswers } from './spoil-answers.ts';

/** The parts of one eID's provider. */
export interface ProviderDeps {
  readonly profile: OidcProfile;
  readonly issuer: string;
  readonly store: AdapterFactory;
  readonly logins: Logins;
  readonly faults: Faults;
  readonly keys: SigningKeys;
  readonly cookieKey: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** The OpenID Provider of one eID. */
export function makeProvider(deps: ProviderDeps): Provider {
  const { ciba: rules } = deps.profile;
  const ciba = rules && makeCiba(rules, deps);
  const provider = new Provider(deps.issuer, {
    ...protocolOf(deps.profile, ciba),
    ...cookiesOf(deps),
    adapter: deps.store,
    jwks: { keys: [deps.keys.published] },
    findAccount: (_ctx, id) =>
      accountOf(deps.logins.find(id), deps.profile, deps.clock()) ??
      (ciba?.isOf(id) ? { accountId: id, claims: () => ({ sub: id }) } : undefined),
    // The library replaces the sub of the claims by the id of the account, and that by this one.
    pairwiseIdentifier: (_ctx, id) => subjectOf(deps.logins.find(id), deps.profile),
    loadExistingGrant: grantWhatIsRequested,
    extraParams: extraParamsOf(deps.profile),
    assertJwtClientAuthClaimsAndHeader: (_ctx, claims, header) =>
      checkAssertion(claims, header, { ...deps, now: deps.clock() }),
    interactions: {
      policy: loginOnly(),
      url: (ctx, { uid }) => {
        deps.logins.start(loginOf(ctx, uid, deps.profile));
        return `${new URL(deps.issuer).pathname}/login/${uid}`;
      },
    },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text';
      ctx.body = `${error}: ${error_description ?? ''}\n`;
    },
  });
  provider.on('pushed_authorization_request.success', (ctx) => {
    ctx.body = { ...(ctx.body as object), expires_in: deps.profile.lifetimes.pushedRequest };
  });
  if (deps.profile.hasEntityStatement) provider.use(serveEntityStatement(deps));
  provider.use(protectAnswers(deps));
  provider.use(spoilAnswers(deps));
  if (ciba !== undefined) provider.use(ciba.middleware);
  provider.use(refuseOtherAuthentication(deps.profile));
  provider.use(decryptRequests(deps.profile, deps.keys));
  return provider;
}

/** The library takes a secret in the header and in the body alike; an eID may not. */
function refuseOtherAuthentication({ clientAuthMethods }: OidcProfile): Middleware {
  return async function refuse(ctx, next) {
    await next();
    const { body } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
    const used = [
      ...(/^basic /i.test(ctx.headers.authorization ?? '') ? ['client_secret_basic'] : []),
      ...(body?.client_secret === undefined ? [] : ['client_secret_post']),
    ];
    if (used.every((method) => clientAuthMethods.some((one) => one === method))) return;
    ctx.status = 401;
    ctx.body = { error: 'invalid_client' };
  };
}

/** The part of the library's configuration that is plain data. */
function protocolOf(profile: OidcProfile, ciba: Ciba | undefined): Configuration {
  const { lifetimes, requires, signingAlgorithm, userinfo, signedRequests } = profile;
  const scopes = ['openid', ...Object.keys(userinfo), ...(ciba?.scopes ?? [])];
  // The library has no pairwise subjects for CIBA with a client secret.
  const subjectType = ciba === undefined ? 'pairwise' : 'public';
  return {
    routes: {
      ...profile.routes,
      ...(profile.ciba && { backchannel_authentication: profile.ciba.route }),
    },
    responseTypes: ['code'],
    scopes,
    claims: {
      ...Object.fromEntries(scopes.map((scope) => [scope, Object.keys(userinfo[scope] ?? {})])),
      ...Object.fromEntries(Object.keys(profile.namedClaims ?? {}).map((name) => [name, null])),
      openid: ['sub', 'auth_time', 'amr', ...Object.keys(idTokenOf(profile))],
    },
    conformIdTokenClaims: profile.hasFullIdTokens !== true,
    subjectTypes: [subjectType],
    sectorIdentifierUriValidate: () => false,
    clientAuthMethods: [...profile.clientAuthMethods],
    clientDefaults: {
      id_token_signed_response_alg: signingAlgorithm,
      subject_type: subjectType,
      require_auth_time: true,
      ...(ciba && {
        grant_types: ['authorization_code', ...ciba.grants],
        backchannel_token_delivery_mode: 'poll',
      }),
    },
    enabledJWA: {
      idTokenSigningAlgValues: [signingAlgorithm],
      clientAuthSigningAlgValues: ['ES256', 'PS256', 'RS256'],
      ...(signedRequests && { requestObjectSigningAlgValues: [signedRequests.algorithm] }),
    },
    pkce: { required: () => requires.pkce },
    expiresWithSession: () => false,
    ttl: {
      IdToken: lifetimes.idToken,
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      // Longer than the profile's: the request ends by the simulator's clock, with an error of its own.
      ...(profile.ciba && {
        BackchannelAuthenticationRequest: 2 * profile.ciba.expiresIn,
        ClientCredentials: lifetimes.accessToken,
      }),
      Interaction: lifetimes.login,
      Grant: lifetimes.accessToken,
      Session: lifetimes.login,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      claimsParameter: { enabled: parameterNames(profile.parameters).includes('claims') },
      requestObjects: {
        enabled: signedRequests !== undefined,
        requireSignedRequestObject: signedRequests?.isRequired ?? false,
        assertJwtClaimsAndHeader: (_ctx, _claims, header) => checkRequestHeader(header, profile),
      },
      pushedAuthorizationRequests: {
        enabled: signedRequests === undefined || signedRequests.besidePushed === true,
        requirePushedAuthorizationRequests: requires.pushedRequest,
      },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      ...ciba?.features,
    },
  };
}

/** Cookies do not know ports: other programs of this machine must not have the same names. */
function cookiesOf({ profile, cookieKey }: ProviderDeps): Pick<Configuration, 'cookies'> {
  const prefix = `simulated-${profile.name}`;
  return {
    cookies: {
      keys: [cookieKey],
      names: {
        session: `${prefix}-session`,
        interaction: `${prefix}-login`,
        resume: `${prefix}-resume`,
      },
    },
  };
}

function loginOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

/** The parameters with rules of a profile that the library knows by itself. */
const OF_THE_STANDARD = ['acr_values', 'claims', 'display', 'nonce', 'ui_locales'];

/** The library calls a validator for an absent parameter too: one sees the whole request. */
function extraParamsOf(profile: OidcProfile): NonNullable<Configuration['extraParams']> {
  const names = parameterNames(profile.parameters)
    .filter((name) => !OF_THE_STANDARD.includes(name))
    .map((name) => [name, null] as const);
  return {
    ...Object.fromEntries(names),
    simulated: (ctx) => checkRequest(ctx, profile),
  };
}

function loginOf({ oidc }: KoaContextWithOIDC, id: string, profile: OidcProfile) {
  const { params = {}, client } = oidc;
  const { request, parameters, assurance } = profile;
  const at = (path: RequestPath | undefined) => path && textOf(path);
  const textOf = (path: RequestPath) => requestedText(parameters, params, path);
  const text = at(request.text);
  const action = at(request.action);
  const clientId = client?.clientId ?? '';
  return {
    id,
    profile: profile.name,
    clientId,
    application: client?.clientName ?? clientId,
    scope: String(params.scope),
    ...(text !== undefined && { text }),
    ...(action !== undefined && { action }),
    level: at(request.level) ?? assurance.usual,
  };
}

/** The person's approval grants all requested scopes. */
async function grantWhatIsRequested(ctx: KoaContextWithOIDC) {
  const { client, account, provider, requestParamScopes, requestParamClaims } = ctx.oidc;
  if (client === undefined || account === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope([...requestParamScopes].join(' '));
  grant.addOIDCClaims([...requestParamClaims]);
  await grant.save();
  return grant;
}
