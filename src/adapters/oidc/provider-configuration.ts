import type { Configuration as LibraryConfiguration } from 'oidc-provider';

import { makeRenderError } from './answers/render-error.ts';
import { makeNameAssertion } from './clients/assertion-without-jti.ts';
import { makeAssertAssertion } from './clients/client-assertions.ts';
import { makeClientKeys } from './clients/client-keys.ts';
import { cookiesOf } from './cookies.ts';
import { makeClientBasedCors } from './cross-origin/client-based-cors.ts';
import { libraryAdapter } from './library-adapter.ts';
import { loginPolicy } from './logins/interaction-policy.ts';
import { POLLED_PARAMS, polledFeatures } from './polled/polled-requests.ts';
import { protocolConfiguration } from './protocol-configuration.ts';
import type { ProviderParts } from './provider-deps.ts';
import { makeJudgeRequest } from './requests/authorization-request.ts';
import { makeSessionLifetime } from './sessions/session-lifetime.ts';

/** All that the library is configured with: plain data, where its state and keys are, and what it asks us. */
export async function providerConfiguration(parts: ProviderParts): Promise<LibraryConfiguration> {
  const { domain, configuration, clock } = parts;
  const features = polledFeatures(parts);
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
    // The last parameter that the library judges: all else of the request is good by then.
    extraParams: { ...POLLED_PARAMS, acr_values: makeJudgeRequest(parts) },
    assertJwtClientAuthClaimsAndHeader: makeAssertAssertion(parts),
    clientBasedCORS: makeClientBasedCors(parts),
    interactions: { policy: loginPolicy(), url: (_ctx, { uid }) => `/login/${uid}` },
    renderError: makeRenderError(errorPage),
  };
}
