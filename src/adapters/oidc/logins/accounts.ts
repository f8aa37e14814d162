import { createHash } from 'node:crypto';

import type { Account, Grant, KoaContextWithOIDC } from 'oidc-provider';

import type { Authentication } from '../../../domain/authentication.ts';
import { claimsOf } from '../../../domain/claims.ts';
import { claimsIn } from '../../../domain/claims-profile.ts';
import { Failure } from '../../../domain/failure.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { secondsOf } from '../../../domain/lifetimes.ts';
import type { Domain } from '../../../domain/tenant.ts';
import { isAuthenticationStillAllowed } from '../../../flows/order/offered-eid.ts';
import { firstLoginOf } from '../../../flows/single-sign-on/remembered-logins.ts';
import type { Configuration } from '../../../ports/configuration.ts';
import type { Clock } from '../../../ports/runtime.ts';
import { libraryErrorOf } from '../errors/oauth-errors.ts';
import { type Sessions, setAcr } from '../sessions/sessions.ts';
import { type ConsumeLogin, finishedLoginOf, loginIsOver } from '../storage/consume-login.ts';
import type { RequestCache } from '../storage/grant-adapter.ts';
import { showSupportCode } from '../support-code.ts';

interface Deps {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly cache: RequestCache;
  readonly consumeLogin: ConsumeLogin;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** The claims that the library adds to each ID token. */
const ADDED = ['acr', 'amr', 'auth_time'];

/** The library's callbacks for accounts and grants. */
export interface Accounts {
  /** A token has the claims of the login that is its grant. */
  findAccount(ctx: KoaContextWithOIDC, accountId: string, token?: Granted): Promise<Account>;
  /** Called before the policy is checked. Without a grant the person must log in. */
  loadExistingGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined>;
}

interface Granted {
  readonly grantId?: string | undefined;
}

/** The library's accounts and grants: both are read from one authentication. */
export function accounts(deps: Deps): Accounts {
  const { domain, configuration, cache, consumeLogin, sessions, clock } = deps;
  return { findAccount, loadExistingGrant };

  async function findAccount(
    ctx: KoaContextWithOIDC,
    accountId: string,
    token?: Granted,
  ): Promise<Account> {
    return {
      accountId,
      claims: async (use, scope, requested, withheld) => {
        const id = token?.grantId ?? ctx.oidc.grant?.jti;
        const login = id === undefined ? undefined : await cache.find(ctx, id);
        if (login === undefined || login.issuer !== domain.issuer) return { sub: accountId };
        if (token === undefined && isWholeAnswer(ctx)) await consumeLogin(login.id, login.clientId);
        if (use !== 'id_token') return { sub: accountId, ...personClaims(login, accountId, scope) };
        if (login.idToken === 'full') {
          const claims = personClaims(login, accountId, scope);
          // The library replaces `acr` by that of the code, or of the request, which it reads after these claims.
          if (typeof claims.acr === 'string') setAcr(token ?? ctx.oidc, claims.acr);
          return { sub: accountId, ...claims, ...notBefore() };
        }
        // The library leaves these claims out of the token. A request with max_age needs auth_time.
        withheld.push(...ADDED.filter((name) => name !== 'auth_time' || !(name in requested)));
        return { sub: accountId, ...notBefore() };
      },
    };
  }

  async function loadExistingGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const { account, client, provider } = ctx.oidc;
    if (account === undefined || client === undefined) return undefined;
    const login = (await finishedLogin(ctx)) ?? (await resumedLogin(ctx));
    if (login === undefined) return undefined;
    const { accountId } = account;
    const { clientId } = client;
    const grant = new provider.Grant({ accountId, clientId });
    grant.jti = login.id;
    grant.addOIDCScope(configuration.catalogue.scopes.join(' '));
    return grant;
  }

  /** The login that just ended. Issuing the answer consumes its result. */
  async function finishedLogin(ctx: KoaContextWithOIDC): Promise<Authentication | undefined> {
    const finished = finishedLoginOf(ctx);
    if (finished === undefined) return undefined;
    const login = await cache.find(ctx, finished.authenticationId);
    if (login === undefined || login.consumedAt !== undefined) throw loginIsOver();
    if (!isAuthenticationStillAllowed(login, configuration))
      throw libraryErrorOf(new Failure('eid-not-offered'));
    await sessions.begin(ctx, login);
    return login;
  }

  async function resumedLogin(ctx: KoaContextWithOIDC): Promise<Authentication | undefined> {
    const login = await sessions.resume(ctx);
    if (login === undefined) return undefined;
    cache.remember(ctx, login);
    showSupportCode(ctx, login.supportCode);
    return login;
  }

  /** The claims of a finished login, as the application wants them. */
  function personClaims(login: Authentication, subject: string, scope: string): JsonObject {
    if (login.progress.state !== 'identified') return {};
    const { identity, at } = login.progress;
    const { acr, clientId } = login;
    const source = {
      identity,
      acr,
      authenticatedAt: at,
      subject,
      sessionIndex: sessionIndexOf(login),
      scope: scope.split(' '),
    };
    const offer = configuration.catalogue.offerOf(acr);
    const variant = offer?.variants.find((one) => one.acr === acr);
    if (offer === undefined || variant === undefined) return claimsOf(source);
    const { claimsProfile = 'eid' } = configuration.application(domain, clientId) ?? {};
    return claimsIn(claimsProfile, source, { offer, variant });
  }

  /** Emitted because native clients require it. Our clock is the database's, `iat` is by the machine's. */
  function notBefore(): { readonly nbf: number } {
    return { nbf: secondsOf(clock()) };
  }
}

/**
 * True when the ID token on the redirect is the whole answer. In an answer with a code, storing the code consumes the
 * result.
 */
function isWholeAnswer(ctx: KoaContextWithOIDC): boolean {
  return ctx.oidc.params?.response_type === 'id_token';
}

/**
 * The `sessionindex` of a login: a GUID from which its id cannot be computed. Every answer from its session has the
 * same.
 */
export function sessionIndexOf({ id }: Pick<Authentication, 'id'>): string {
  const hex = createHash('sha256')
    .update(`guid:${firstLoginOf(id)}`)
    .digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
