import type { IncomingMessage, ServerResponse } from 'node:http';

import Provider from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import {
  explainAssertions,
  judgeAudiences,
  useAssertionsOnce,
} from './clients/client-assertions.ts';
import { clientSecrets, useExactRedirectUris, useHashedSecrets } from './clients/client-secrets.ts';
import { providerConfiguration } from './configuration.ts';
import { tellingUnavailable } from './errors/oauth-errors.ts';
import { logAnswers, logLibraryErrors } from './log.ts';
import { accounts } from './logins/accounts.ts';
import { currentLogins, makeResultOf } from './logins/login-adapter.ts';
import { type Logins, logins } from './logins/logins.ts';
import { useMiddlewares } from './middlewares.ts';
import type { ProviderDeps, ProviderParts } from './provider-deps.ts';
import { completePrograms, completeRequests } from './requests/complete-request.ts';
import { limitClients } from './requests/limit-clients.ts';
import { allowFormPost, tellPushedLifetime } from './requests/response-shapes.ts';
import { answerByMessage } from './response-modes/post-message.ts';
import { sessions } from './sessions/sessions.ts';
import { exchangesOfRequests } from './storage/code-exchange.ts';
import { makeGiveResult } from './storage/consume-result.ts';
import { requestMemo } from './storage/grant-adapter.ts';

/** One domain's OpenID Provider. */
export interface OpenIdProvider {
  readonly handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  readonly logins: Logins;
}

/** Builds the provider of one domain from one state of the configuration. */
export async function openIdProvider(
  domain: Domain,
  configuration: Configuration,
  deps: ProviderDeps,
): Promise<OpenIdProvider> {
  const parts = partsOf(domain, configuration, deps);
  const provider = new Provider(domain.issuer, await providerConfiguration(parts));
  provider.proxy = true;
  useOwnRules(provider, parts);
  useOwnAnswers(provider, parts);
  const browserLogins = logins({ provider, ...parts });
  useMiddlewares(provider, { ...parts, logins: browserLogins });
  // Around all others that ask what a client may do.
  limitClients(provider, parts);
  return { handle: provider.callback(), logins: browserLogins };
}

function partsOf(domain: Domain, configuration: Configuration, deps: ProviderDeps): ProviderParts {
  const shared = { ...deps, ...reachingState(deps), domain, configuration };
  const secrets = clientSecrets(shared);
  const memo = requestMemo(shared.authentications);
  const giveResult = makeGiveResult({ ...shared, memo });
  const resultOf = makeResultOf(shared);
  const logins = currentLogins({ ...shared, memo, resultOf });
  const persons = accounts({ ...shared, memo, giveResult, sessions: sessions(shared) });
  return {
    ...shared,
    ...persons,
    secrets,
    memo,
    giveResult,
    exchanges: exchangesOfRequests(),
    currentLogins: logins,
  };
}

/** All that asks the database. */
function reachingState(deps: ProviderDeps) {
  return {
    handOut: tellingUnavailable(deps.handOut),
    polled: tellingUnavailable(deps.polled),
    embedded: tellingUnavailable(deps.embedded),
    singleSignOn: tellingUnavailable(deps.singleSignOn),
    authentications: tellingUnavailable(deps.authentications),
    artifacts: tellingUnavailable(deps.artifacts),
    loginLookup: tellingUnavailable(deps.loginLookup),
    redemptions: tellingUnavailable(deps.redemptions),
    pseudonyms: tellingUnavailable(deps.pseudonyms),
    signingKeys: tellingUnavailable(deps.signingKeys),
  };
}

/** Where the library asks its own models, and the answer is ours. */
function useOwnRules(provider: Provider, parts: ProviderParts): void {
  const { domain, configuration, secrets } = parts;
  useExactRedirectUris(provider, parts);
  useHashedSecrets(provider, secrets);
  useAssertionsOnce(provider, parts);
  judgeAudiences(provider, domain, configuration);
  completeRequests(provider, domain, configuration);
  completePrograms(provider, domain, configuration);
}

/** What we add to what the library announces. */
function useOwnAnswers(provider: Provider, parts: ProviderParts): void {
  const { domain, configuration, contentSecurityPolicy } = parts;
  logLibraryErrors(provider, parts);
  logAnswers(provider, parts);
  explainAssertions(provider);
  allowFormPost(provider, contentSecurityPolicy);
  tellPushedLifetime(provider);
  answerByMessage(provider, domain, configuration);
}
