import Provider, { type Client } from 'oidc-provider';

import { Failure } from '../../domain/failure.ts';
import { makeValidateScript } from './embedded/embedded-login.ts';
import type { BackchannelChannel } from './endpoints.ts';
import { refusalOf } from './errors/oauth-errors.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from './grant-types.ts';
import type { ProviderParts } from './provider-deps.ts';
import { contextOf } from './request-context.ts';
import { makeCompleteRequest } from './requests/complete-request.ts';

/** The methods of the library's models that are replaced: all that no option and no middleware can do. */
export function overrideLibrary(provider: Provider, parts: ProviderParts): void {
  const limitClient = makeLimitClient(parts);
  overrideRedirectUris(provider, parts);
  overrideSecrets(provider, parts);
  overrideGrantTypes(provider, limitClient, parts);
  overrideResponseModes(provider, limitClient, parts);
}

/**
 * A return URL is a registered one to the letter, also for native clients on a loopback port.
 * Test: test/adapters/oidc/clients/client-metadata.test.ts
 */
export function overrideRedirectUris(
  { Client }: Provider,
  { domain, configuration }: Pick<ProviderParts, 'domain' | 'configuration'>,
): void {
  Client.prototype.redirectUriAllowed = function redirectUriAllowed(uri) {
    return configuration.application(domain, this.clientId)?.redirectUris.includes(uri) ?? false;
  };
}

/**
 * Secrets are stored as hashes: the library has none to compare with.
 * Test: test/e2e/token-requests.test.ts
 */
function overrideSecrets({ Client }: Provider, { secrets }: Pick<ProviderParts, 'secrets'>): void {
  Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    return secrets.matches(this.clientId, secret);
  };
}

/**
 * The first call for an authenticated client counts the request. A flow of other applications gets OAuth's error.
 * Tests: test/e2e/request-limits.test.ts, test/e2e/ciba.test.ts
 */
function overrideGrantTypes({ Client }: Provider, limit: LimitClient, parts: ProviderParts): void {
  const flowAllowed = makeFlowAllowed(parts);
  const byMetadata = Client.prototype.grantTypeAllowed;
  Client.prototype.grantTypeAllowed = function grantTypeAllowed(grantType) {
    limit(this);
    return flowAllowed(this, grantType) ?? byMetadata.call(this, grantType);
  };
}

/**
 * The first call once all parameters of an authorization request are read counts a pushed request, and completes any.
 * Tests: test/e2e/request-limits.test.ts, test/e2e/login-hint.test.ts, test/e2e/json-response-mode.test.ts
 */
function overrideResponseModes(
  { Client }: Provider,
  limit: LimitClient,
  parts: ProviderParts,
): void {
  const validateScript = makeValidateScript(parts);
  const completeRequest = makeCompleteRequest(parts);
  Client.prototype.responseModeAllowed = function responseModeAllowed(mode) {
    limit(this);
    return validateScript(this, mode, () => completeRequest(this, mode));
  };
}

/** The library's names of the endpoints at which a client authenticates before anything else. */
const AUTHENTICATED: readonly (string | undefined)[] = [
  'token',
  'backchannel_authentication',
  'pushed_authorization_request',
];

type LimitClient = (client: Client) => void;

/**
 * Limits how often a client sends requests, right after its authentication: no other caller can use up its limit. A
 * client without a secret has no limit of its own. Its address and its tenant have theirs all the same.
 */
function makeLimitClient({ domain, requestLimits }: ProviderParts): LimitClient {
  return function limitClient({ clientId, clientAuthMethod }) {
    const { ctx } = Provider;
    if (ctx === undefined || !AUTHENTICATED.includes(ctx.oidc.route)) return;
    const context = contextOf(ctx);
    if (clientAuthMethod === 'none' || context.isClientCounted) return;
    context.isClientCounted = true;
    try {
      requestLimits.count('client', JSON.stringify([domain.tenantId, clientId]));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      ctx.set('Retry-After', String(error.names.seconds));
      throw refusalOf(error);
    }
  };
}

/**
 * Whether the client may use CIBA or headless: its application lists the flow. Undefined for any other grant.
 * @throws unauthorized_client (RFC 6749 §5.2)
 */
function makeFlowAllowed({ domain, configuration }: ProviderParts) {
  return function flowAllowed({ clientId }: Client, grantType: string): true | undefined {
    const flow = flowOf(grantType);
    if (flow === undefined) return undefined;
    const application = configuration.application(domain, clientId);
    if (application?.flows.includes(flow)) return true;
    throw refusalOf(new Failure('flow-not-offered', { names: { flow } }));
  };
}

/** When the library revokes the tokens of a code, it checks grants that the request did not name. */
function flowOf(grantType: string): BackchannelChannel | undefined {
  const requested = Provider.ctx?.oidc?.params?.grant_type;
  if (requested !== undefined && requested !== grantType) return undefined;
  if (grantType === CIBA_GRANT) return 'ciba';
  return HEADLESS_GRANTS.some((grant) => grant === grantType) ? 'headless' : undefined;
}
