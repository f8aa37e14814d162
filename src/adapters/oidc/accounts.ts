import { type Account, errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider';

import { type Authentication, mayBeHandedOut } from '../../domain/authentication.ts';
import { claimsOf } from '../../domain/claims.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import { guidOf } from './guid.ts';
import { loginResultOf } from './login-result.ts';
import type { RequestMemo } from './request-memo.ts';

interface Deps {
  readonly domain: Domain;
  readonly authentications: Authentications;
  readonly memo: RequestMemo;
  readonly clock: Clock;
}

/** The library's view of persons and of what they granted: both are readings of one authentication. */
export function accounts({ domain, authentications, memo, clock }: Deps) {
  return { findAccount, loadExistingGrant };

  /** The claims of a token are those of the very login that its grant stands for. */
  async function findAccount(
    ctx: KoaContextWithOIDC,
    accountId: string,
    token?: { readonly grantId?: string | undefined },
  ): Promise<Account> {
    const id = token?.grantId ?? loginResultOf(ctx)?.authenticationId;
    return {
      accountId,
      claims: async (use, scope) => {
        const login = id === undefined ? undefined : await memo.find(ctx.req, id);
        if (login === undefined || !isOurs(login)) return { sub: accountId };
        return { sub: accountId, ...personClaims(login, accountId, scope), ...notBefore(use) };
      },
    };
  }

  /**
   * Called when a code is about to be issued: takes the result of the login, which only the first caller
   * gets, so that one login never yields two codes.
   */
  async function loadExistingGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const result = loginResultOf(ctx);
    if (result === undefined) return undefined;
    const login = await authentications.handOut(result.authenticationId, clock());
    if (login === undefined || !isOurs(login) || !mayBeHandedOut(login)) {
      throw new errors.AccessDenied('the login was used already');
    }
    memo.remember(ctx.req, login);
    const grant = new ctx.oidc.provider.Grant({
      jti: login.id,
      accountId: ctx.oidc.account?.accountId,
      clientId: ctx.oidc.client?.clientId,
    } as never);
    grant.addOIDCScope(SCOPES.join(' '));
    return grant;
  }

  function isOurs(login: Authentication): boolean {
    return login.issuer === domain.issuer;
  }

  /** Emitted because native clients require it; never later than `iat`. */
  function notBefore(use: string): { readonly nbf?: number } {
    return use === 'id_token' ? { nbf: Math.floor(clock().getTime() / 1000) } : {};
  }
}

function personClaims(login: Authentication, subject: string, scope: string) {
  if (login.progress.state !== 'identified') return {};
  const { identity, at } = login.progress;
  return claimsOf({
    identity,
    acr: login.acr,
    authenticatedAt: at,
    subject,
    sessionIndex: guidOf(login.id),
    scope: scope.split(' '),
  });
}
