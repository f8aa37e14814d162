import type { Account, KoaContextWithOIDC, TokenEndpointGrantContext } from 'oidc-provider';

import type { IdentifiedAuthentication } from '../../../domain/authentication.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import type { Exchange } from '../request-context.ts';
import { saveInExchange } from '../storage/code-exchange.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';

interface Deps {
  readonly domain: Domain;
  readonly pseudonyms: Pseudonyms;
  readonly cache: RequestCache;
  readonly findAccount: FindAccount;
}

/** Finds a person's claims, as for every other flow. */
export type FindAccount = (
  ctx: KoaContextWithOIDC,
  accountId: string,
  token: { readonly grantId: string },
) => Promise<Account>;

/** Issues the tokens of an identified person. */
export interface IssueTokens {
  /** Returns the body of the answer. The exchange stores the access token, after all else. */
  (
    ctx: TokenEndpointGrantContext,
    authentication: IdentifiedAuthentication,
    exchange: Exchange,
  ): Promise<Readonly<Record<string, string | number>>>;
}

/** Tokens of a polled request have the same claims as those of a code, and the attempt as their grant. */
export function makeIssueTokens(deps: Deps): IssueTokens {
  const { domain, pseudonyms, cache, findAccount } = deps;
  return async function issueTokens(ctx, authentication, exchange) {
    const { provider, client } = ctx.oidc;
    const { identity } = authentication.progress;
    const { scheme, personId } = identity;
    const accountId = await pseudonyms.subjectOf(domain.tenantId, scheme, personId);
    cache.remember(ctx, authentication);
    const account = await findAccount(ctx, accountId, { grantId: authentication.id });
    ctx.oidc.entity('Account', account);

    const scope = authentication.scope.join(' ');
    const about = {
      accountId,
      client,
      grantId: authentication.id,
      gty: authentication.channel,
      scope,
    };
    const token = new provider.AccessToken({ ...about, expiresWithSession: false });
    ctx.oidc.entity('AccessToken', token);
    const claims = await account.claims('id_token', scope, {}, []);
    const idToken = new provider.IdToken(claims, { ctx });
    // The library sets these for its own grants; its types lack them.
    Object.assign(idToken, { scope, mask: {} });
    const signed = await idToken.issue({ use: 'idtoken' });

    return {
      token_type: token.tokenType,
      access_token: await saveInExchange(ctx, token, exchange),
      expires_in: token.expiration,
      id_token: signed,
      scope,
    };
  };
}
