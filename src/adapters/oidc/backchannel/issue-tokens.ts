import type { Account, KoaContextWithOIDC, TokenEndpointGrantContext } from 'oidc-provider';

import type { IdentifiedAuthentication } from '../../../domain/authentication.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Pseudonyms } from '../../../ports/persons.ts';
import { contextOf, type Exchange } from '../request-context.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';

interface Deps {
  readonly domain: Domain;
  readonly pseudonyms: Pseudonyms;
  readonly cache: RequestCache;
  readonly findAccount: FindAccount;
}

/** The claims of a person, as for every other flow. */
export type FindAccount = (
  ctx: KoaContextWithOIDC,
  accountId: string,
  token: { readonly grantId: string },
) => Promise<Account>;

/** Makes the tokens of a person who was identified. */
export interface IssueTokens {
  /** The body of the answer. The access token is stored by the exchange, when all else is made. */
  (
    ctx: TokenEndpointGrantContext,
    attempt: IdentifiedAuthentication,
    exchange: Exchange,
  ): Promise<Readonly<Record<string, string | number>>>;
}

/** Tokens of a polled request: the same claims as those of a code, with the attempt as their grant. */
export function makeIssueTokens(deps: Deps): IssueTokens {
  const { domain, pseudonyms, cache, findAccount } = deps;
  return async function issueTokens(ctx, attempt, exchange) {
    const { provider, client } = ctx.oidc;
    const { identity } = attempt.progress;
    const { scheme, nationalId } = identity;
    const accountId = await pseudonyms.subjectOf(domain.tenantId, scheme, nationalId);
    cache.remember(ctx, attempt);
    const account = await findAccount(ctx, accountId, { grantId: attempt.id });
    ctx.oidc.entity('Account', account);

    const scope = attempt.scope.join(' ');
    const about = { accountId, client, grantId: attempt.id, gty: attempt.channel, scope };
    const token = new provider.AccessToken({ ...about, expiresWithSession: false });
    ctx.oidc.entity('AccessToken', token);
    const claims = await account.claims('id_token', scope, {}, []);
    const idToken = new provider.IdToken(claims, { ctx });
    // What the library sets for its own grants; its types do not know of them.
    Object.assign(idToken, { scope, mask: {} });
    const signed = await idToken.issue({ use: 'idtoken' });

    contextOf(ctx).exchange = exchange;
    return {
      token_type: token.tokenType,
      access_token: await token.save(),
      expires_in: token.expiration,
      id_token: signed,
      scope,
    };
  };
}
