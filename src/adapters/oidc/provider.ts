import type { IncomingMessage, ServerResponse } from 'node:http';

import Provider from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { PendingLogins } from '../../ports/pending-logins.ts';
import { registerBackchannelGrants } from './backchannel/backchannel-grants.ts';
import { makeIssueTokens } from './backchannel/issue-tokens.ts';
import { explainAssertions } from './clients/client-assertions.ts';
import { clientSecrets } from './clients/client-credentials.ts';
import { overrideLibrary } from './library-overrides.ts';
import { logAnswers, logLibraryErrors, REFUSAL_EVENTS } from './log.ts';
import { accounts } from './logins/accounts.ts';
import { currentLogins, makeInteractionResultOf } from './logins/login-adapter.ts';
import { logins } from './logins/logins.ts';
import { useMiddlewares } from './middlewares.ts';
import { makeNoteRefusal, noteRefusals } from './note-refusals.ts';
import { providerConfiguration } from './provider-configuration.ts';
import type { ProviderDeps, ProviderParts } from './provider-deps.ts';
import {
  registerJsonResponseMode,
  registerPostMessageResponseMode,
} from './response-modes/response-modes.ts';
import { allowFormPost, announcePushedLifetime } from './response-modes/response-shapes.ts';
import { sessions } from './sessions/sessions.ts';
import { makeConsumeLogin } from './storage/consume-login.ts';
import { requestCache } from './storage/grant-adapter.ts';

/** One domain's OpenID Provider. */
export interface OpenIdProvider {
  readonly handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  readonly logins: PendingLogins<IncomingMessage, ServerResponse>;
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
  overrideLibrary(provider, parts);
  useOwnAnswers(provider, parts);
  registerBackchannelGrants(provider, {
    ...parts,
    ...parts.backchannel,
    issueTokens: makeIssueTokens(parts),
  });
  const browserLogins = logins({ provider, ...parts });
  useMiddlewares(provider, { ...parts, logins: browserLogins });
  return { handle: provider.callback(), logins: browserLogins };
}

function partsOf(domain: Domain, configuration: Configuration, deps: ProviderDeps): ProviderParts {
  const shared = { ...deps, domain, configuration };
  const secrets = clientSecrets(shared);
  const cache = requestCache(shared.authentications);
  const consumeLogin = makeConsumeLogin({ ...shared, cache });
  const interactionResultOf = makeInteractionResultOf(shared);
  const logins = currentLogins({ ...shared, cache, interactionResultOf });
  const persons = accounts({ ...shared, cache, consumeLogin, sessions: sessions(shared) });
  return {
    ...shared,
    ...persons,
    secrets,
    cache,
    consumeLogin,
    currentLogins: logins,
    noteRefusal: makeNoteRefusal(shared),
  };
}

/** Response modes of ours, log entries, and additions to the library's answers. */
function useOwnAnswers(provider: Provider, parts: ProviderParts): void {
  const { domain, configuration, contentSecurityPolicy } = parts;
  // Before the log entries, which hold the reason that it finds.
  explainAssertions(provider, parts);
  noteRefusals(provider, parts.noteRefusal, [...REFUSAL_EVENTS, 'server_error']);
  logLibraryErrors(provider, parts);
  logAnswers(provider, parts);
  allowFormPost(provider, contentSecurityPolicy);
  announcePushedLifetime(provider);
  registerPostMessageResponseMode(provider, domain, configuration);
  registerJsonResponseMode(provider);
}
