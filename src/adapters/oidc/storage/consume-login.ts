import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

import type { Domain } from '../../../domain/tenant.ts';
import type { ConsumeResult } from '../../../flows/order/consume-result.ts';
import type { Artifact, ArtifactName } from '../../../ports/artifacts.ts';
import { INTERRUPTED_LOGINS } from '../errors/entries/interrupted-logins.ts';
import { libraryError, onPage } from '../errors/oauth-errors.ts';
import { artifactKind } from './artifact-adapter.ts';
import type { RequestCache } from './grant-adapter.ts';

interface Deps {
  readonly domain: Domain;
  readonly consumeResult: ConsumeResult;
  readonly cache: RequestCache;
}

/** Consumes the result of a login: after that the login cannot be finished again. */
export interface ConsumeLogin {
  /**
   * The code stands for the result from then on. Without a code, the application gets the person at once.
   * @throws when it was consumed before; shown on a page
   */
  (authenticationId: string, clientId: string, code?: Artifact): Promise<void>;
}

/** Consumes once: of two concurrent requests one gets the error that the login is over. */
export function makeConsumeLogin({ domain, consumeResult, cache }: Deps): ConsumeLogin {
  return async function consumeLogin(authenticationId, clientId, code) {
    const { ctx } = Provider;
    const authentication = ctx && (await cache.find(ctx, authenticationId));
    if (authentication?.progress.state !== 'identified') throw loginIsOver();
    const { progress } = authentication;
    const issued = { stored: code, login: finishedLogin() };
    const to = { issuer: domain.issuer, clientId };
    if (!(await consumeResult({ ...authentication, progress }, to, issued))) throw loginIsOver();
  };

  /** Undefined for a request that a session answers. */
  function finishedLogin(): ArtifactName | undefined {
    const login = Provider.ctx?.oidc.entities.Interaction;
    return login && { kind: artifactKind(domain, 'Interaction'), id: login.jti };
  }
}

/**
 * The login has ended already, in another tab or by another click. The error is on a page: the application gets the
 * answer of the first one, and must not get a denial beside it.
 */
export function loginIsOver(): Error {
  return onPage(libraryError(INTERRUPTED_LOGINS['login-over']));
}

/** Our members of a login's result, beside those of the library. */
export interface FinishedLogin {
  readonly authenticationId: string;
}

/** The result of the login that just ended, when this request resumes one. */
export function finishedLoginOf(ctx: KoaContextWithOIDC): FinishedLogin | undefined {
  const result = ctx.oidc.result as { readonly eid?: FinishedLogin } | undefined;
  return result?.eid;
}
