import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';

import { makeFlowAllowed } from './backchannel/backchannel-clients.ts';
import { makeValidateScript } from './embedded/embedded-login.ts';
import type { ProviderParts } from './provider-deps.ts';
import { makeCompleteRequest } from './requests/complete-request.ts';
import { makeLimitClient } from './requests/limit-clients.ts';

/** The methods of the library's models that are replaced: all that no option and no middleware can do. */
export function overrideLibrary(provider: Provider, parts: ProviderParts): void {
  const limitClient = makeLimitClient(parts);
  overrideRedirectUris(provider, parts);
  overrideSecrets(provider, parts);
  overrideGrantTypes(provider, limitClient, parts);
  overrideResponseModes(provider, limitClient, parts);
}

type LimitClient = (client: Client) => void;

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
 * The first call for an authenticated client: it is counted, and refused a flow of other applications as OAuth says.
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
 * The first call once all parameters of an authorization request are known: it is counted when it is pushed, and completed.
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
