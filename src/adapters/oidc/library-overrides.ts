import Provider from 'oidc-provider';

import { makeValidateScript } from './embedded/embedded-login.ts';
import type { BackchannelChannel } from './endpoints.ts';
import { CIBA_GRANT, HEADLESS_GRANTS } from './grant-types.ts';
import type { ProviderParts } from './provider-deps.ts';
import { type LimitClient, makeLimitClient, makeRequireFlow } from './requests/client-access.ts';
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
  const requireFlow = makeRequireFlow(parts);
  const byMetadata = Client.prototype.grantTypeAllowed;
  Client.prototype.grantTypeAllowed = function grantTypeAllowed(grantType) {
    limit(this);
    const flow = flowOf(grantType);
    if (flow === undefined) return byMetadata.call(this, grantType);
    requireFlow(this, flow);
    return true;
  };
}

/**
 * The library calls this first when all parameters of an authorization request are read. So a pushed request is counted
 * here, and every request is completed here.
 * README.md, "Hooks into the library", has the order of all hooks.
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

/**
 * The flow of a grant of CIBA or headless; undefined for any other. When the library revokes the tokens of a code, it
 * checks grants that the request did not name.
 */
function flowOf(grantType: string): BackchannelChannel | undefined {
  const requested = Provider.ctx?.oidc?.params?.grant_type;
  if (requested !== undefined && requested !== grantType) return undefined;
  if (grantType === CIBA_GRANT) return 'ciba';
  return HEADLESS_GRANTS.some((grant) => grant === grantType) ? 'headless' : undefined;
}
