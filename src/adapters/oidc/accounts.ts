import type { Account, Grant, KoaContextWithOIDC } from 'oidc-provider';

import type { Authentication } from '../../domain/authentication.ts';
import { claimsOf } from '../../domain/claims.ts';
import { SCOPES } from '../../domain/scope.ts';
import type { Domain } from '../../domain/tenant.ts';
import type { Clock } from '../../ports/clock.ts';
import { finishedLoginOf } from './finished-login.ts';
import { loginIsOver } from './login-over.ts';
import type { RequestMemo } from './request-memo.ts';
import { sessionIndexOf } from './session-index.ts';

interface Deps {
  readonly domain: Domain;
  readonly memo: RequestMemo;
  readonly clock: Clock;
}

/** The library's view of persons and of what they granted: both are readings of one authentication. */
export function accounts({ domain, memo, clock }: Deps) {
  return { findAccount, loadExistingGrant };

  /** The claims of a token are those of the very login that its grant stands for. */
  async function findAccount(
    ctx: KoaContextWithOIDC,
    accountId: string,
    token?: { readonly grantId?: string | undefined },
  ): Promise<Account> {
    const id = token?.grantId ?? finishedLoginOf(ctx)?.authenticationId;
    return {
      accountId,
      claims: async (use, scope) => {
        const login = id === undefined ? undefined : await memo.find(ctx.req, id);
        if (login === undefined || login.issuer !== domain.issuer) return { sub: accountId };
        return { sub: accountId, ...personClaims(login, accountId, scope), ...notBefore(use) };
      },
    };
  }

  /** Called when a code is about to be issued; storing the code hands the result out. */
  async function loadExistingGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const { account, client, provider } = ctx.oidc;
    const finished = finishedLoginOf(ctx);
    if (finished === undefined || account === undefined || client === undefined) return undefined;
    const { accountId } = account;
    const { clientId } = client;
    const login = await memo.find(ctx.req, finished.authenticationId);
    if (login === undefined || login.handedOutAt !== undefined) throw loginIsOver();
    const grant = new provider.Grant({ accountId, clientId });
    grant.jti = login.id;
    grant.addOIDCScope(SCOPES.join(' '));
    return grant;
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
    sessionIndex: sessionIndexOf(login),
    scope: scope.split(' '),
  });
}
