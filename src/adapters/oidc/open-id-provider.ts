import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from 'koa';
import Provider, { type Configuration as LibraryConfiguration } from 'oidc-provider';

import type { Domain } from '../../domain/tenant.ts';
import type { HandOut } from '../../flows/order/hand-out.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { Log } from '../../ports/log.ts';
import type { Pseudonyms } from '../../ports/pseudonyms.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';
import { accounts } from './accounts.ts';
import { makeJudgeRequest } from './authorization-request.ts';
import { makeAssertAssertion } from './client-assertions.ts';
import { useExactRedirectUris, useHashedSecrets } from './client-rules.ts';
import { type ErrorLogDeps, logLibraryErrors } from './error-log.ts';
import { allowFormPost, type PolicyFor } from './form-post-policy.ts';
import { loginPolicy } from './interaction-policy.ts';
import { libraryAdapter } from './library-adapter.ts';
import { type Logins, logins } from './logins.ts';
import { dropLongState } from './long-state.ts';
import { postedAuthorization } from './posted-authorization.ts';
import { protocolConfiguration } from './protocol-configuration.ts';
import { requestMemo } from './request-memo.ts';
import { requestShapes } from './request-shapes.ts';
import { unfinishedLogin } from './unfinished-login.ts';
import { useAssertionsOnce } from './used-assertions.ts';

/** What every domain's provider shares. */
export interface ProviderDeps {
  readonly authentications: Authentications;
  readonly handOut: HandOut;
  readonly artifacts: Artifacts;
  readonly signingKeys: SigningKeys;
  readonly pseudonyms: Pseudonyms;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly contentSecurityPolicy: PolicyFor;
  /** The HTML page for errors that cannot be told to the application. */
  readonly errorPage: (ctx: Context, facts: ErrorFacts) => string;
  readonly onFault: ErrorLogDeps['onFault'];
}

/** What the error page says. */
export interface ErrorFacts {
  readonly code: string;
  readonly description: string;
  /** Finds the log entries of the request. */
  readonly reference: string;
}

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
  const provider = new Provider(domain.issuer, {
    ...protocolConfiguration(domain, configuration),
    ...(await stateAndKeys(domain, configuration, deps)),
    ...requestRules(domain, configuration, deps),
  });
  provider.proxy = true;
  useExactRedirectUris(provider);
  useHashedSecrets(provider, { domain, configuration, ...deps });
  useAssertionsOnce(provider, { domain, ...deps });
  logLibraryErrors(provider, deps);
  allowFormPost(provider, deps.contentSecurityPolicy);
  provider.use(postedAuthorization);
  provider.use(dropLongState);
  provider.use(requestShapes);
  provider.use(unfinishedLogin(provider));
  return {
    handle: provider.callback(),
    logins: logins({ provider, domain, configuration, ...deps }),
  };
}

async function stateAndKeys(
  domain: Domain,
  configuration: Configuration,
  deps: ProviderDeps,
): Promise<LibraryConfiguration> {
  const { signingKeys, authentications, vault, clock } = deps;
  const memo = requestMemo(authentications);
  const keys = vault
    .deriveKeys(`cookies ${domain.issuer}`)
    .map((key) => Buffer.from(key).toString('base64url'));
  const secure = domain.issuer.startsWith('https:');
  const cookie = {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
    secure,
  } as const;
  return {
    adapter: libraryAdapter({ domain, configuration, memo, ...deps }),
    jwks: { keys: [...(await signingKeys.of(domain.issuer))] },
    cookies: {
      keys,
      names: cookieNames(secure),
      long: cookie,
      short: cookie,
    },
    ...accounts({ domain, memo, clock }),
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

function requestRules(
  domain: Domain,
  configuration: Configuration,
  { clock, errorPage }: ProviderDeps,
): LibraryConfiguration {
  return {
    extraParams: { acr_values: makeJudgeRequest(domain, configuration) },
    assertJwtClientAuthClaimsAndHeader: makeAssertAssertion({
      domain,
      configuration,
      clock,
    }),
    interactions: {
      policy: loginPolicy(),
      url: (_ctx, interaction) => `/login/${interaction.uid}`,
    },
    clientBasedCORS: (_ctx, origin, client) =>
      origin !== 'null' &&
      (client.redirectUris?.some((uri) => new URL(uri).origin === origin) ?? false),
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = errorPage(ctx, {
        code: out.error,
        description: out.error_description ?? '',
        reference: ctx.response.get('X-Request-Id'),
      });
    },
  };
}
